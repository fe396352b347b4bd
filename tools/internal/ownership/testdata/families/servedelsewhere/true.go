package servedelsewhere

// Nobody puts the worker back.
func (ws *workers) lost(job string) {
	w := ws.take() // want "leak: "
	w.jobs <- job
	ws.run(<-w.jobs)
}

// The worker is used after it was put back.
func (ws *workers) late(job string) {
	w := ws.take()
	ws.pool.Put(w)
	w.jobs <- job // want "use-after-release: "
}
