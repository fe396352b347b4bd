// truth: leak line 28,32 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type pending struct {
	id    uint16
	name  string
	reply string
}

var pendings = rcpool.Pool[pending]{Name: "resolver.pending"}

// A resolver matches answers of the upstream to queries, by their id.
type resolver struct {
	mu    sync.Mutex
	byID  map[uint16]rcpool.Ref[pending]
	lost  int
	names []string
}

func (r *resolver) ask(id uint16, name string) {
	p := pendings.Get()
	p.Value().id, p.Value().name = id, name
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byID[id] = p
}

func (r *resolver) answer(id uint16, addr string) bool {
	r.mu.Lock()
	p, ok := r.byID[id]
	delete(r.byID, id)
	r.mu.Unlock()
	if !ok {
		r.lost++
		return false
	}
	defer p.Release()
	v := p.Value()
	v.reply = addr
	r.names = append(r.names, v.name+"="+v.reply)
	return true
}

// Close gives up on what has no answer yet.
func (r *resolver) Close() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for id, p := range r.byID {
		delete(r.byID, id)
		p.Release()
		n++
	}
	return n
}

func main() {
	r := &resolver{byID: make(map[uint16]rcpool.Ref[pending])}
	r.ask(1, "a.example.")
	r.ask(2, "b.example.")
	r.ask(2, "b.example.")
	r.ask(3, "c.example.")
	fmt.Println(r.answer(2, "192.0.2.2"), r.answer(2, "192.0.2.2"), r.answer(1, "192.0.2.1"))
	fmt.Println("open at the end:", r.Close(), r.names)
}
