// truth: correct

// Command leasetable shows the requests in flight to an operator.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type request struct {
	id      int
	path    string
	steps   atomic.Int32
	scratch []byte
}

func (r *request) Reset() {
	r.id, r.path = 0, ""
	r.steps.Store(0)
	r.scratch = r.scratch[:0]
}

var requests = rcpool.Pool[request]{Name: "requests"}

// inflight is an index; it owns none of the requests in it.
type inflight struct {
	mu sync.Mutex
	m  map[int]rcpool.Ref[request]
}

func (f *inflight) enter(r rcpool.Ref[request]) (leave func()) {
	id := r.Value().id
	f.mu.Lock()
	defer f.mu.Unlock()
	f.m[id] = r
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.m, id)
	}
}

// list returns lines about requests that may end meanwhile.
func (f *inflight) list() (lines []string) {
	f.mu.Lock()
	refs := make([]rcpool.Ref[request], 0, len(f.m))
	for _, r := range f.m {
		if own, ok := r.TryRetain(); ok {
			refs = append(refs, own)
		}
	}
	f.mu.Unlock()
	for _, r := range refs {
		lines = append(lines, fmt.Sprint(r.Value().path, " ", r.Value().steps.Load()))
		r.Release()
	}
	return lines
}

type server struct {
	table inflight
	slow  atomic.Int64
}

func (s *server) handle(id int, path string) {
	r := requests.Get()
	defer r.Release()
	r.Value().id, r.Value().path = id, path
	defer s.table.enter(r)()

	stop := r.AfterFunc(20*time.Millisecond, func(v *request) {
		s.slow.Add(int64(len(v.path)))
	})
	defer stop()

	for range 1 + id%3 {
		r.Value().steps.Add(1)
		r.Value().scratch = append(r.Value().scratch, path...)
		time.Sleep(time.Millisecond)
	}
	if path == "/slow" {
		time.Sleep(30 * time.Millisecond)
	}
}

func main() {
	s := &server{table: inflight{m: map[int]rcpool.Ref[request]{}}}
	var wg sync.WaitGroup
	for i := range 20 {
		path := "/fast"
		if i == 7 {
			path = "/slow"
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.handle(i, path)
		}()
	}
	seen := 0
	for range 5 {
		seen += len(s.table.list())
		time.Sleep(500 * time.Microsecond)
	}
	wg.Wait()
	time.Sleep(10 * time.Millisecond)
	fmt.Println(seen > 0, s.slow.Load(), len(s.table.list()))
}
