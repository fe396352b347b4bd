package keptliterals

// The literal has a reference of its own.
func (q *queue) sendRetained(to string) {
	mail := mails.Get()
	mail.Value().To = to
	own := mail.Retain()
	q.later(func() {
		q.note(own.Value().To)
		own.Release()
	})
	mail.Release()
}

// The queue has called the literal before the release, and dropped it.
func (q *queue) sendAndFlush(to string) {
	mail := mails.Get()
	defer mail.Release()
	mail.Value().To = to
	q.later(func() {
		q.note(mail.Value().To)
	})
	q.flush()
}

// The literal releases the mail.
func (q *queue) sendOver(to string) {
	mail := mails.Get()
	mail.Value().To = to
	q.later(func() {
		q.note(mail.Value().To)
		mail.Release()
	})
}

// The queue is this function's own, and calls the literal in time.
func sendAlone(to string) int {
	q := new(queue)
	mail := mails.Get()
	defer mail.Release()
	mail.Value().To = to
	q.later(func() { q.note(mail.Value().To) })
	q.again()
	return len(q.out)
}

// The topic is not followed any more.
func (q *queue) listen(name string) {
	p := profiles.Get().(*Mail)
	p.To = name
	q.follow("message", func(text string) { q.note(p.To + text) })
	q.note("listens")
	q.unfollow("message")
	profiles.Put(p)
}

// The task has run before the release.
func (l *loop) measureAndWait(to string, sizes chan<- int) {
	mail := mails.Get()
	mail.Value().To = to
	l.do(func() {
		defer l.done.Done()
		sizes <- len(mail.Value().To)
	})
	l.wait()
	mail.Release()
}

// The connection puts the profile back.
func pingInTime(name string) int {
	p := profiles.Get().(*Mail)
	p.To = name
	c := dial(onClose(func() { profiles.Put(p) }))
	defer c.Close()
	return len(p.To)
}

// Each mail is released once, by a function that was made for it.
func release(to string) {
	mail := mails.Get()
	mail.Value().To = to
	f := then(func(string) { mail.Release() }, to)
	f()
}
