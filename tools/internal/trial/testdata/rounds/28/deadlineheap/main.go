// truth: double-release line 115 hard

// Command deadlineheap enforces deadlines on the requests of a proxy. Entries
// are in a heap by deadline and in a map by request.
package main

import (
	"container/heap"
	"fmt"
	"sync"
)

type entry struct {
	id     uint64
	at     int64
	pos    int
	cancel func(reason string)
}

var entries = sync.Pool{New: func() any { return new(entry) }}

func newEntry(id uint64, at int64, cancel func(string)) *entry {
	e := entries.Get().(*entry)
	e.id, e.at, e.pos, e.cancel = id, at, -1, cancel
	return e
}

func (e *entry) free() {
	*e = entry{}
	entries.Put(e)
}

type byDeadline []*entry

func (h byDeadline) Len() int           { return len(h) }
func (h byDeadline) Less(i, j int) bool { return h[i].at < h[j].at }
func (h byDeadline) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].pos, h[j].pos = i, j
}
func (h *byDeadline) Push(x any) {
	e := x.(*entry)
	e.pos = len(*h)
	*h = append(*h, e)
}
func (h *byDeadline) Pop() any {
	old := *h
	e := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	e.pos = -1
	return e
}

type Deadlines struct {
	mu     sync.Mutex
	queue  byDeadline
	active map[uint64]*entry
	closed bool
}

func NewDeadlines() *Deadlines { return &Deadlines{active: make(map[uint64]*entry)} }

func (d *Deadlines) Add(id uint64, at int64, cancel func(string)) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, dup := d.active[id]; dup || d.closed {
		return false
	}
	e := newEntry(id, at, cancel)
	d.active[id] = e
	heap.Push(&d.queue, e)
	return true
}

// Done ends the watch of a request that was answered in time.
func (d *Deadlines) Done(id uint64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	e, ok := d.active[id]
	if !ok {
		return false
	}
	delete(d.active, id)
	heap.Remove(&d.queue, e.pos)
	e.free()
	return true
}

// Expire cancels the requests whose deadline has passed.
func (d *Deadlines) Expire(now int64) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.queue) > 0 && d.queue[0].at <= now {
		e := heap.Pop(&d.queue).(*entry)
		delete(d.active, e.id)
		e.cancel("deadline exceeded")
		e.free()
		n++
	}
	return n
}

func (d *Deadlines) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for len(d.queue) > 0 {
		e := heap.Pop(&d.queue).(*entry)
		e.cancel("shutdown")
		e.free()
	}
	for id, e := range d.active {
		delete(d.active, id)
		e.free()
	}
}

func main() {
	d := NewDeadlines()
	reasons := map[string]int{}
	var wg sync.WaitGroup
	for i := range uint64(12) {
		wg.Go(func() { d.Add(i, int64(i*7%10), func(r string) { reasons[r]++ }) })
	}
	wg.Wait()
	fmt.Println(d.Add(3, 1, nil), d.Done(3), d.Done(3), d.Done(99))
	fmt.Println(d.Expire(4))
	d.Close()
	fmt.Println(reasons, d.Add(50, 1, nil))
}
