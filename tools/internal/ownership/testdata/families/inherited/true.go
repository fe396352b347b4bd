package inherited

// Who comes after an administrator is one, too.
func secrets(header map[string]string) string {
	s := sessions.Get().(*session) // want "reset: session is taken from its pool with field admin"
	s.login(header)
	text := "denied"
	if s.admin {
		text = "secrets"
	}
	sessions.Put(s)
	return text
}

// The order of another query is taken over, and read in a callee.
func page(table string, n int) string {
	c := cursors.Get().(*cursor) // want "reset: cursor is taken from its pool with field desc"
	defer cursors.Put(c)
	c.table = table
	c.limit = n
	return c.sql()
}

// The flag is set in a branch.
func notify(to string, level int) bool {
	m := mails.Get().(*mail) // want "reset: mail is taken from its pool with field urgent"
	m.to = to
	if level > 3 {
		m.urgent = true
	}
	urgent := m.urgent
	mails.Put(m)
	return urgent
}
