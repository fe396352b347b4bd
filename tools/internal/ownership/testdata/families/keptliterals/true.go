package keptliterals

// The queue calls the literal after the release.
func (q *queue) send(to string) {
	mail := mails.Get()
	mail.Value().To = to
	q.later(func() { // want "escape: "
		q.note(mail.Value().To)
	})
	mail.Release()
}

// The next attempt is after the release, too.
func (q *queue) sendAfterFlush(to string) {
	mail := mails.Get()
	defer mail.Release()
	mail.Value().To = to
	q.flush()
	q.later(func() { // want "escape: "
		q.note(mail.Value().To)
	})
}

// The handler reads the profile of somebody else.
func (q *queue) login(name string) {
	p := profiles.Get().(*Mail)
	p.To = name
	defer profiles.Put(p)
	q.on("message", func(text string) { // want "escape: "
		q.note(p.To + text)
	})
}

// The task may run after the release.
func (l *loop) measure(to string, sizes chan<- int) {
	mail := mails.Get()
	mail.Value().To = to
	l.do(func() { // want "escape: "
		sizes <- len(mail.Value().To)
	})
	mail.Release()
}

// The task may run while another owner has the profile.
func (l *loop) measureProfile(name string, sizes chan<- int) {
	p := profiles.Get().(*Mail)
	p.To = name
	l.do(func() { sizes <- len(p.To) }) // want "escape: "
	profiles.Put(p)
}

// The task is made after the release.
func (l *loop) measureLate(to string, sizes chan<- int) {
	mail := mails.Get()
	mail.Value().To = to
	mail.Release()
	l.do(func() { // want "use-after-release: "
		sizes <- len(mail.Value().To)
	})
}

// The connection has put the profile back.
func ping(name string) int {
	p := profiles.Get().(*Mail)
	p.To = name
	c := dial(onClose(func() { profiles.Put(p) }))
	c.Close()
	return len(p.To) // missed "use-after-release: "
}

// The functions in the list release the mail, and so does this one.
func cleanUpTwice(to string) int {
	var cleanups []func()
	defer func() {
		for _, f := range cleanups {
			f()
		}
	}()
	mail := mails.Get()
	cleanups = append(cleanups, mail.Release)
	mail.Value().To = to
	if to == "" {
		mail.Release() // want "double-release: "
		return 0
	}
	return len(mail.Value().To)
}
