// truth: correct
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Request struct {
	ID    int
	Route string
}

// Tracker knows the requests in flight, and owns none of them.
type Tracker struct {
	mu   sync.Mutex
	refs map[int]rcpool.Ref[Request]
}

func (t *Tracker) enter(id int, r rcpool.Ref[Request]) (leave func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refs[id] = r
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.refs, id)
	}
}

func (t *Tracker) dump() []string {
	var out []string
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, weak := range t.refs {
		r, ok := weak.TryRetain()
		if !ok {
			continue
		}
		out = append(out, fmt.Sprintf("%d %s", id, r.Value().Route))
		r.Release()
	}
	sort.Strings(out)
	return out
}

func main() {
	var pool rcpool.Pool[Request]
	t := &Tracker{refs: map[int]rcpool.Ref[Request]{}}
	var wg sync.WaitGroup
	entered, finish := make(chan bool), make(chan bool)
	for id := range 4 {
		wg.Go(func() {
			r := pool.Get()
			defer r.Release()
			r.Value().ID, r.Value().Route = id, fmt.Sprint("/route/", id%2)
			defer t.enter(id, r)()
			entered <- true
			<-finish
		})
	}
	for range 4 {
		<-entered
	}
	fmt.Println(t.dump())
	close(finish)
	wg.Wait()
	fmt.Println(len(t.dump()))
}
