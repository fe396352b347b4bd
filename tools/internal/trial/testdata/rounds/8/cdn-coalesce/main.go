// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type object struct {
	path  string
	ready sync.WaitGroup `rcpool:"keep"`
	data  []byte
}

func (o *object) Reset() {
	o.path = ""
	o.data = o.data[:0]
}

var objects = rcpool.Pool[object]{Name: "objects"}

// flights indexes the objects that somebody is serving right now. It owns none
// of them: an entry may be stale.
type flights struct {
	mu  sync.Mutex
	idx map[string]rcpool.Ref[object]
}

func (f *flights) join(path string) (ref rcpool.Ref[object], leader bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if ref, ok := f.idx[path].TryRetain(); ok {
		return ref, false
	}
	ref = objects.Get()
	ref.Value().path = path
	ref.Value().ready.Add(1)
	f.idx[path] = ref
	return ref, true
}

func (f *flights) leave(path string, ref rcpool.Ref[object]) {
	f.mu.Lock()
	if f.idx[path] == ref {
		delete(f.idx, path)
	}
	f.mu.Unlock()
	ref.Release()
}

type edge struct {
	flights flights
	origin  atomic.Int32
}

func (e *edge) serve(path string) int {
	ref, leader := e.flights.join(path)
	defer e.flights.leave(path, ref)
	o := ref.Value()
	if leader {
		e.origin.Add(1)
		for i := range 100 {
			o.data = append(o.data, path[i%len(path)])
		}
		o.ready.Done()
	} else {
		o.ready.Wait()
	}
	if o.data[0] != path[0] {
		panic("somebody else's object")
	}
	return len(o.data)
}

func main() {
	e := &edge{flights: flights{idx: make(map[string]rcpool.Ref[object])}}
	var wg sync.WaitGroup
	var bytes atomic.Int64
	for g := range 8 {
		wg.Go(func() {
			for i := range 100 {
				bytes.Add(int64(e.serve(string(rune('a'+(i+g/2)%5)) + ".ts")))
			}
		})
	}
	wg.Wait()
	fmt.Println(bytes.Load(), e.origin.Load() > 0, len(e.flights.idx))
}
