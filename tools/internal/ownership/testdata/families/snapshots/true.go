package snapshots

// The goroutine may read the table that was released.
func serveClosed() {
	r := newRouter()
	go func() { r.version() }() // want "escape: "
	r.close()
}

// The goroutine has the first table itself.
func serveFirst() int {
	r := newRouter()
	defer r.close()
	first := r.current
	go func() { println(first.Value().Version) }() // want "escape: "
	r.update()
	return r.version()
}
