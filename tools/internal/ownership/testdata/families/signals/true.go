package signals

// The name is read from a room that is gone.
func nameAfter() string {
	r := newRoom("a")
	r.Release()
	return r.name // want "use-after-release: "
}

// A new channel is put into a room that is gone.
func reopen() {
	r := newRoom("a")
	r.Release()
	r.closed = make(chan struct{}) // want "use-after-release: "
}

// Who waits looks at the name.
func nameOfClosed() string {
	r := newRoom("a")
	r.Release()
	<-r.closed
	return r.name // want "use-after-release: "
}
