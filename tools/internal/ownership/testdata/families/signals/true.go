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

// What is beside the channel is read, too.
func reasonAfter() string {
	h := newHall("a")
	h.Release()
	<-h.end.closed
	return h.end.reason // want "use-after-release: "
}

// The whole struct is copied.
func endAfter() ending {
	h := newHall("a")
	h.Release()
	return h.end // want "use-after-release: "
}

// The doors are looked at, of which one channel would tell.
func doorsAfter() int {
	h := newHall("a")
	h.Release()
	d := h.doors // want "use-after-release: "
	<-d.shut
	return d.open
}
