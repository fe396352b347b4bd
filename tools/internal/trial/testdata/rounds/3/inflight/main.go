// truth: correct

package main

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Request struct {
	Path  string
	Steps atomic.Int32
	Kill  atomic.Bool
}

func (r *Request) Reset() {
	r.Path = ""
	r.Steps.Store(0)
	r.Kill.Store(false)
}

var requests = rcpool.Pool[Request]{Name: "requests"}

// An index knows the requests that are being served. It does not own them: its
// references are those of the handlers.
type index struct {
	mu   sync.Mutex
	next int
	refs map[int]rcpool.Ref[Request]
}

func (x *index) add(r rcpool.Ref[Request]) (remove func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.next++
	id := x.next
	x.refs[id] = r
	return func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		delete(x.refs, id)
	}
}

// each calls f with each request that is still alive.
func (x *index) each(f func(id int, r *Request)) {
	x.mu.Lock()
	found := make(map[int]rcpool.Ref[Request], len(x.refs))
	for id, maybe := range x.refs {
		if ref, ok := maybe.TryRetain(); ok {
			found[id] = ref
		}
	}
	x.mu.Unlock()
	for id, ref := range found {
		f(id, ref.Value())
		ref.Release()
	}
}

func serve(x *index, path string, step func()) int32 {
	ref := requests.Get()
	defer ref.Release()
	r := ref.Value()
	r.Path = path
	defer x.add(ref)()
	for r.Steps.Add(1) < 10 && !r.Kill.Load() {
		step()
	}
	return r.Steps.Load()
}

func main() {
	x := &index{refs: make(map[int]rcpool.Ref[Request])}
	var wg sync.WaitGroup
	gate := make(chan struct{})
	results := make([]int32, 4)
	for i := range results {
		wg.Go(func() {
			results[i] = serve(x, fmt.Sprint("/", i), func() { gate <- struct{}{} })
		})
	}
	for range 8 {
		<-gate
	}
	var paths []string
	x.each(func(id int, r *Request) {
		paths = append(paths, r.Path)
		if r.Path == "/2" {
			r.Kill.Store(true)
		}
	})
	go func() {
		wg.Wait()
		close(gate)
	}()
	for range gate {
	}
	sort.Strings(paths)
	fmt.Println(paths, results[1])
	x.each(func(int, *Request) { panic("nobody is left") })
}
