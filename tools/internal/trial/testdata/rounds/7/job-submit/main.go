// truth: double-release line 83 callee

// Command job-submit has a worker pool with a limited queue. The client gets an
// answer at once if the queue is full.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/rcpool/rcpool"
)

type job struct {
	name string
	args []string
}

func (j *job) Reset() {
	j.name = ""
	clear(j.args)
	j.args = j.args[:0]
}

var jobs rcpool.Pool[job]

type workers struct {
	mu     sync.RWMutex
	closed bool
	queue  chan rcpool.Ref[job]
	wg     sync.WaitGroup
}

func start(n, queue int, do func(*job)) *workers {
	w := &workers{queue: make(chan rcpool.Ref[job], queue)}
	for range n {
		w.wg.Go(func() {
			for j := range w.queue {
				do(j.Value())
				j.Release()
			}
		})
	}
	return w
}

func (w *workers) submit(j rcpool.Ref[job]) bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		j.Release()
		return false
	}
	select {
	case w.queue <- j:
		return true
	default:
		j.Release()
		return false
	}
}

func (w *workers) stop() {
	w.mu.Lock()
	w.closed = true
	close(w.queue)
	w.mu.Unlock()
	w.wg.Wait()
}

func (w *workers) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	j := jobs.Get()
	j.Value().name = r.FormValue("name")
	j.Value().args = append(j.Value().args, r.Form["arg"]...)
	if j.Value().name == "" {
		j.Release()
		http.Error(rw, "name is missing", http.StatusBadRequest)
		return
	}
	if !w.submit(j) {
		j.Release()
		http.Error(rw, "try again later", http.StatusServiceUnavailable)
		return
	}
	rw.WriteHeader(http.StatusAccepted)
}

func main() {
	var mu sync.Mutex
	ran := 0
	w := start(2, 4, func(j *job) {
		mu.Lock()
		defer mu.Unlock()
		ran += len(j.args)
	})
	for i, url := range []string{"/?name=a&arg=1", "/", "/?name=b&arg=2&arg=3", "/?name=c"} {
		if i == 3 {
			w.stop()
		}
		rec := httptest.NewRecorder()
		w.ServeHTTP(rec, httptest.NewRequest("GET", url, nil))
		fmt.Println(rec.Code)
	}
	fmt.Println(ran)
}
