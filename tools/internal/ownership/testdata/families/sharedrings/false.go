package sharedrings

import "github.com/rcpool/rcpool"

type history struct {
	slots [depth]rcpool.Ref[moment]
	tick  int
}

// What was in the slot is given up first.
func (h *history) record() {
	h.tick++
	ref := moments.Get()
	ref.Value().tick = h.tick
	rcpool.Drop(&h.slots[h.tick%depth])
	h.slots[h.tick%depth] = ref
}

func (h *history) at(tick int) (rcpool.Ref[moment], bool) {
	if tick < 1 || tick > h.tick || tick <= h.tick-depth {
		return rcpool.Ref[moment]{}, false
	}
	return h.slots[tick%depth].Retain(), true
}

func (h *history) close() {
	for i := range h.slots {
		rcpool.Drop(&h.slots[i])
	}
}

func replay() int {
	var h history
	for range 13 {
		h.record()
	}
	n := 0
	if ref, ok := h.at(12); ok {
		n = ref.Value().tick
		ref.Release()
	}
	h.close()
	return n
}

type queue struct {
	ring       []rcpool.Ref[moment]
	head, tail int
}

// A reader takes out what it reads, and gives it up: the slot is free then.
func (q *queue) push(tick int) bool {
	if q.tail-q.head == len(q.ring) {
		return false
	}
	ref := moments.Get()
	ref.Value().tick = tick
	q.ring[q.tail&7] = ref
	q.tail++
	return true
}

func (q *queue) peek() rcpool.Ref[moment] { return q.ring[q.head&7].Retain() }

func (q *queue) pop() {
	q.ring[q.head&7].Release()
	q.head++
}

func (q *queue) close() {
	for q.head < q.tail {
		q.pop()
	}
}

func pass(ticks []int) (n int) {
	q := &queue{ring: make([]rcpool.Ref[moment], 8)}
	for _, tick := range ticks {
		if !q.push(tick) {
			ref := q.peek()
			n += ref.Value().tick
			ref.Release()
			q.pop()
			q.push(tick)
		}
	}
	q.close()
	return n
}
