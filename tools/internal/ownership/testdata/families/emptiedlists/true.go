package emptiedlists

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type queue1 struct {
	waiting []rcpool.Ref[Ticket]
	now     int
}

func (q *queue1) join() { q.waiting = append(q.waiting, get(q.now)) }

func (q *queue1) expire() int {
	kept := make([]rcpool.Ref[Ticket], 0, len(q.waiting))
	for _, t := range q.waiting {
		if q.now-t.Value().Since > 3 {
			t.Release()
			continue
		}
		kept = append(kept, t)
	}
	if len(kept) == 0 {
		return 0
	}
	q.waiting = kept
	return len(kept)
}

// If all have waited too long, they are left in the list.
func (q *queue1) Close() {
	for _, t := range q.waiting {
		t.Release() // want "double-release: "
	}
	q.waiting = nil
}

func runQueue1() {
	q := &queue1{}
	defer q.Close()
	q.join()
	q.now = 9
	q.expire()
}

type batch1 struct{ parts []rcpool.Ref[Ticket] }

func (b *batch1) add(t rcpool.Ref[Ticket]) { b.parts = append(b.parts, t) }

func (b *batch1) flush(min int) {
	left := 0
	var rest []rcpool.Ref[Ticket]
	for _, t := range b.parts {
		if t.Value().Rank < min {
			t.Release()
		} else {
			left++
			rest = append(rest, t)
		}
	}
	if left > 0 {
		b.parts = rest
	}
}

// The list is replaced only if something is left.
func (b *batch1) stop() {
	for _, t := range b.parts {
		t.Release() // want "double-release: "
	}
}

func runBatch1() {
	b := &batch1{}
	b.add(get(1))
	b.flush(5)
	b.stop()
}

type writer1 struct{ pending []*bytes.Buffer }

func (w *writer1) write(p string) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(p)
	w.pending = append(w.pending, b)
}

func (w *writer1) trim(size int) bool {
	some := false
	kept := w.pending[:0:0]
	for _, b := range w.pending {
		if b.Len() < size {
			buffers.Put(b)
			continue
		}
		some = true
		kept = append(kept, b)
	}
	if !some {
		return false
	}
	w.pending = kept
	return true
}

// The loop sets a flag if there is something left.
func (w *writer1) Close() {
	for _, b := range w.pending {
		buffers.Put(b) // want "double-release: "
	}
	w.pending = nil
}

func runWriter1() {
	w := &writer1{}
	defer w.Close()
	w.write("a")
	w.trim(8)
}

type room1 struct {
	members []rcpool.Ref[Ticket]
	closed  int
}

func (r *room1) kick(rank int) {
	keep := []rcpool.Ref[Ticket]{}
	for _, m := range r.members {
		if m.Value().Rank != rank {
			keep = append(keep, m)
			continue
		}
		r.closed++
		m.Release()
	}
	switch len(keep) {
	case 0:
		return
	default:
		r.members = keep
	}
}

func (r *room1) join(rank int) {
	t := get(0)
	t.Value().Rank = rank
	r.members = append(r.members, t)
}

// The last one was kicked.
func (r *room1) end() {
	for _, m := range r.members {
		m.Release() // want "double-release: "
	}
	r.members = nil
}

func runRoom1() {
	r := &room1{}
	r.join(1)
	r.kick(1)
	r.end()
}
