// Package servedelsewhere has pooled objects that one goroutine uses and another puts
// back.
package servedelsewhere

import "sync"

type worker struct{ jobs chan string }

type workers struct {
	pool  sync.Pool
	ready []*worker
	run   func(string)
}

func (ws *workers) serve(w *worker) {
	for job := range w.jobs {
		ws.run(job)
	}
}

// get returns a worker that runs, and is put back when its channel is closed.
func (ws *workers) get() *worker {
	if n := len(ws.ready); n > 0 {
		w := ws.ready[n-1]
		ws.ready = ws.ready[:n-1]
		return w
	}
	v := ws.pool.Get()
	if v == nil {
		v = &worker{jobs: make(chan string, 1)}
	}
	w := v.(*worker)
	go func() {
		ws.serve(w)
		ws.pool.Put(v)
	}()
	return w
}

// take returns a worker that does not run.
func (ws *workers) take() *worker {
	w, ok := ws.pool.Get().(*worker)
	if !ok {
		w = &worker{jobs: make(chan string, 1)}
	}
	return w
}
