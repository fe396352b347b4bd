// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Request struct {
	ID       int
	Path     string
	Started  time.Time
	progress atomic.Int32
}

// Reset is needed because an atomic must not be copied.
func (r *Request) Reset() {
	r.ID, r.Path, r.Started = 0, "", time.Time{}
	r.progress.Store(0)
}

var requests = rcpool.Pool[Request]{Name: "requests"}

// table knows the requests in flight without owning them: what has ended in
// the meantime is skipped.
type table struct {
	mu   sync.Mutex
	byID map[int]rcpool.Ref[Request]
}

func (t *table) track(r rcpool.Ref[Request], id int) {
	t.mu.Lock()
	t.byID[id] = r
	t.mu.Unlock()
}

func (t *table) forget(id int) {
	t.mu.Lock()
	delete(t.byID, id)
	t.mu.Unlock()
}

// each calls f with every request that is still in flight.
func (t *table) each(f func(*Request)) {
	t.mu.Lock()
	live := make([]rcpool.Ref[Request], 0, len(t.byID))
	for _, weak := range t.byID {
		if own, ok := weak.TryRetain(); ok {
			live = append(live, own)
		}
	}
	t.mu.Unlock()
	for _, own := range live {
		f(own.Value())
		own.Release()
	}
}

func (t *table) serve(id int) {
	req := requests.Get()
	v := req.Value()
	v.ID, v.Path, v.Started = id, fmt.Sprint("/item/", id), time.Now()
	t.track(req, id)
	for range 5 {
		time.Sleep(50 * time.Microsecond)
		v.progress.Add(20)
	}
	req.Release()
	t.forget(id)
}

func main() {
	t := &table{byID: map[int]rcpool.Ref[Request]{}}
	var workers, watcher sync.WaitGroup
	stop := make(chan struct{})
	seen := 0
	watcher.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			t.each(func(r *Request) {
				if r.progress.Load() <= 100 && r.Path != "" {
					seen++
				}
			})
			time.Sleep(20 * time.Microsecond)
		}
	})
	for w := range 4 {
		workers.Go(func() {
			for i := range 25 {
				t.serve(w*100 + i)
			}
		})
	}
	workers.Wait()
	close(stop)
	watcher.Wait()
	fmt.Println(seen > 0, len(t.byID))
}
