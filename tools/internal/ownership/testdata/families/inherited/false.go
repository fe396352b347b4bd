package inherited

// The flag is set on both ways.
func write(to string, level int) bool {
	m := mails.Get().(*mail)
	m.to = to
	switch {
	case level > 3:
		m.urgent = true
	default:
		m.urgent = false
	}
	urgent := m.urgent
	mails.Put(m)
	return urgent
}

// The other pool has no frame with the flag.
func pass(kind string) bool {
	f := plainFrames.Get().(*frame)
	defer plainFrames.Put(f)
	f.kind = kind
	return f.key
}

// Nobody leaves a token with the flag.
func peek(text string) bool {
	t := tokens.Get().(*token)
	t.text = text
	quoted := t.quote || text == ""
	tokens.Put(t)
	return quoted
}
