// truth: correct
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type query struct {
	id     uint16
	name   string
	answer chan string `rcpool:"keep"`
}

type resolver struct {
	pool    rcpool.Pool[query]
	mu      sync.Mutex
	pending map[uint16]waiting
	expired int
	wg      sync.WaitGroup
}

type waiting struct {
	ref  rcpool.Ref[query]
	stop func() bool
}

func newResolver() *resolver {
	r := &resolver{pending: make(map[uint16]waiting)}
	r.pool.New = func() *query { return &query{answer: make(chan string, 1)} }
	r.pool.Reset = func(q *query) {
		select {
		case <-q.answer:
		default:
		}
		q.id, q.name = 0, ""
	}
	return r
}

func (r *resolver) start(id uint16, name string, d time.Duration) rcpool.Ref[query] {
	q := r.pool.Get()
	q.Value().id, q.Value().name = id, name
	r.wg.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pending[id] = waiting{q.Retain(), q.AfterFunc(d, r.expire)}
	return q
}

func (r *resolver) expire(q *query) {
	defer r.wg.Done()
	r.mu.Lock()
	w, ok := r.pending[q.id]
	delete(r.pending, q.id)
	r.expired++
	r.mu.Unlock()
	if !ok {
		return
	}
	q.answer <- "SERVFAIL"
	w.ref.Release()
}

func (r *resolver) reply(id uint16, addr string) bool {
	r.mu.Lock()
	w, ok := r.pending[id]
	delete(r.pending, id)
	r.mu.Unlock()
	if !ok {
		return false
	}
	defer w.ref.Release()
	if w.stop() {
		r.wg.Done()
	}
	w.ref.Value().answer <- addr
	return true
}

func (r *resolver) resolve(id uint16, name string) string {
	q := r.start(id, name, 20*time.Millisecond)
	defer q.Release()
	return name + " " + <-q.Value().answer
}

func main() {
	r := newResolver()
	var wg sync.WaitGroup
	for id := range uint16(6) {
		wg.Go(func() { fmt.Println(r.resolve(id, fmt.Sprintf("host%d.test", id))) })
	}
	time.Sleep(5 * time.Millisecond)
	for id := range uint16(3) {
		r.reply(id*2, "192.0.2.1")
	}
	wg.Wait()
	r.wg.Wait()
	fmt.Println(r.reply(9, "none"))
}
