// truth: correct

package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Transfer struct {
	ID    int
	Bytes []byte
	State string
}

func (t *Transfer) Reset() { *t = Transfer{Bytes: t.Bytes[:0]} }

var transfers = rcpool.Pool[Transfer]{Name: "transfers"}

// registry lists the transfers in flight, which belong to their workers.
type registry struct {
	mu   sync.Mutex
	open map[int]rcpool.Ref[Transfer]
}

func (r *registry) enter(ref rcpool.Ref[Transfer], id int) func() {
	r.mu.Lock()
	r.open[id] = ref
	r.mu.Unlock()
	return func() {
		r.mu.Lock()
		delete(r.open, id)
		r.mu.Unlock()
	}
}

func (r *registry) list() []int {
	r.mu.Lock()
	held := make([]rcpool.Ref[Transfer], 0, len(r.open))
	for _, weak := range r.open {
		if ref, ok := weak.TryRetain(); ok {
			held = append(held, ref)
		}
	}
	r.mu.Unlock()
	ids := make([]int, 0, len(held))
	for _, ref := range held {
		ids = append(ids, ref.Value().ID)
		ref.Release()
	}
	sort.Ints(ids)
	return ids
}

type worker struct {
	reg   *registry
	begun chan<- int
	gate  <-chan struct{}
}

func (w *worker) transfer(id int) int {
	ref := transfers.Get()
	defer ref.Release()
	t := ref.Value()
	t.ID = id
	t.State = "running"
	t.Bytes = append(t.Bytes, make([]byte, id*10)...)
	leave := w.reg.enter(ref, id)
	defer leave()
	w.begun <- id
	<-w.gate
	return len(t.Bytes)
}

func main() {
	reg := &registry{open: make(map[int]rcpool.Ref[Transfer])}
	begun := make(chan int)
	gate := make(chan struct{})
	w := &worker{reg: reg, begun: begun, gate: gate}
	var wg sync.WaitGroup
	sizes := make([]int, 6)
	for id := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sizes[id] = w.transfer(id)
		}()
	}
	for range 6 {
		<-begun
	}
	fmt.Println(reg.list())
	close(gate)
	wg.Wait()
	fmt.Println(reg.list(), sizes)
}
