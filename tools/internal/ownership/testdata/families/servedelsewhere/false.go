package servedelsewhere

// The worker's goroutine puts it back.
func (ws *workers) submit(job string) bool {
	w := ws.get()
	if w == nil {
		return false
	}
	w.jobs <- job
	return true
}

// The worker is put back here.
func (ws *workers) once(job string) {
	w := ws.take()
	w.jobs <- job
	ws.run(<-w.jobs)
	ws.pool.Put(w)
}
