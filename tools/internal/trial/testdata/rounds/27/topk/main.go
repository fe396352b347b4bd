// truth: correct

// Topk keeps the heaviest flows of a netflow stream in a bounded heap, and
// detaches the winners at the end of the window.
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type flow struct {
	src, dst string
	bytes    int
}

// A boundedHeap owns at most limit references, and gives up the smallest.
type boundedHeap[T any] struct {
	items []rcpool.Ref[T]
	less  func(a, b *T) bool
	limit int
}

func (h *boundedHeap[T]) lt(i, j int) bool { return h.less(h.items[i].Value(), h.items[j].Value()) }

// offer takes the reference over.
func (h *boundedHeap[T]) offer(ref rcpool.Ref[T]) {
	if len(h.items) < h.limit {
		h.items = append(h.items, ref)
		h.up(len(h.items) - 1)
		return
	}
	if !h.less(h.items[0].Value(), ref.Value()) {
		ref.Release()
		return
	}
	h.items[0], ref = ref, h.items[0]
	ref.Release()
	h.down(0)
}

func (h *boundedHeap[T]) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !h.lt(i, parent) {
			return
		}
		h.items[i], h.items[parent] = h.items[parent], h.items[i]
		i = parent
	}
}

func (h *boundedHeap[T]) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(h.items) {
			return
		}
		if child+1 < len(h.items) && h.lt(child+1, child) {
			child++
		}
		if !h.lt(child, i) {
			return
		}
		h.items[i], h.items[child] = h.items[child], h.items[i]
		i = child
	}
}

// take empties the heap: the caller owns what it returns.
func (h *boundedHeap[T]) take() []rcpool.Ref[T] {
	items := h.items
	h.items = nil
	return items
}

type window struct {
	pool *rcpool.Pool[flow]
	heap boundedHeap[flow]
	seen int
}

func newWindow(pool *rcpool.Pool[flow], k int) *window {
	return &window{
		pool: pool,
		heap: boundedHeap[flow]{limit: k, less: func(a, b *flow) bool { return a.bytes < b.bytes }},
	}
}

func (w *window) observe(src, dst string, bytes int) {
	ref := w.pool.Get()
	*ref.Value() = flow{src, dst, bytes}
	w.seen++
	w.heap.offer(ref)
}

// close returns the winners, which leave the pool for good.
func (w *window) close() []*flow {
	refs := w.heap.take()
	flows := make([]*flow, 0, len(refs))
	for _, ref := range refs {
		flows = append(flows, ref.Detach())
	}
	slices.SortFunc(flows, func(a, b *flow) int { return b.bytes - a.bytes })
	return flows
}

// abort gives everything back.
func (w *window) abort() {
	for _, ref := range w.heap.take() {
		ref.Release()
	}
}

func main() {
	pool := &rcpool.Pool[flow]{Name: "flows"}
	w := newWindow(pool, 3)
	for i := range 20 {
		w.observe(fmt.Sprint("10.0.0.", i), "10.1.0.1", i*7919%101)
	}
	for _, f := range w.close() {
		fmt.Println(f.src, f.bytes)
	}
	unfinished := newWindow(pool, 2)
	unfinished.observe("a", "b", 1)
	unfinished.observe("a", "c", 2)
	unfinished.observe("a", "d", 3)
	unfinished.abort()
	fmt.Println(w.seen, pool.Stats().Detached, pool.Stats().InUse)
}
