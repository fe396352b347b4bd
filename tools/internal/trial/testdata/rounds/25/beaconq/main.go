// truth: double-release line 86 callee

// Command beaconq queues tracking beacons and sheds load when it is full.
package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/rcpool/rcpool"
)

type Beacon struct {
	Event string
	Slot  string
	UA    string
}

var beacons = rcpool.Pool[Beacon]{Name: "beacons"}

var (
	errShed    = errors.New("queue is full")
	errStopped = errors.New("queue is stopped")
)

type queue struct {
	mu      sync.Mutex
	stopped bool
	ring    []rcpool.Ref[Beacon]
	head, n int
	shed    int
}

func newQueue(size int) *queue { return &queue{ring: make([]rcpool.Ref[Beacon], size)} }

func (q *queue) push(ref rcpool.Ref[Beacon]) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.stopped {
		ref.Release()
		return errStopped
	}
	if q.n == len(q.ring) {
		q.shed++
		ref.Release()
		return errShed
	}
	q.ring[(q.head+q.n)%len(q.ring)] = ref
	q.n++
	return nil
}

func (q *queue) drain(f func(*Beacon)) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	count := q.n
	for ; q.n > 0; q.n-- {
		f(q.ring[q.head].Value())
		rcpool.Drop(&q.ring[q.head])
		q.head = (q.head + 1) % len(q.ring)
	}
	return count
}

func (q *queue) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stopped = true
}

type collector struct{ *queue }

func (c collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ref := beacons.Get()
	b := ref.Value()
	b.Event, b.Slot, b.UA = r.FormValue("e"), r.FormValue("s"), r.UserAgent()
	if b.Event == "" {
		ref.Release()
		http.Error(w, "no event", http.StatusBadRequest)
		return
	}
	if err := c.push(ref); err != nil {
		ref.Release()
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	c := collector{newQueue(3)}
	hit := func(q string) int {
		rec := httptest.NewRecorder()
		c.ServeHTTP(rec, httptest.NewRequest("GET", "/b?"+q, nil))
		return rec.Code
	}
	fmt.Println(hit("e=view&s=1"), hit("e=click&s=1"), hit("s=2"))
	counts := map[string]int{}
	fmt.Println(c.drain(func(b *Beacon) { counts[b.Event]++ }), counts)
	c.stop()
	fmt.Println(hit("e=late"))
	check()
}
