package emptiedlists

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type queue2 struct {
	waiting []rcpool.Ref[Ticket]
	now     int
}

func (q *queue2) join() { q.waiting = append(q.waiting, get(q.now)) }

// The list is cut first.
func (q *queue2) expire() int {
	kept := make([]rcpool.Ref[Ticket], 0, len(q.waiting))
	for _, t := range q.waiting {
		if q.now-t.Value().Since > 3 {
			t.Release()
			continue
		}
		kept = append(kept, t)
	}
	if len(kept) == 0 {
		q.waiting = nil
		return 0
	}
	q.waiting = kept
	return len(kept)
}

func (q *queue2) Close() {
	for _, t := range q.waiting {
		t.Release()
	}
	q.waiting = nil
}

func runQueue2() {
	q := &queue2{}
	defer q.Close()
	q.join()
	q.now = 9
	q.expire()
}

type batch2 struct{ parts []rcpool.Ref[Ticket] }

func (b *batch2) add(t rcpool.Ref[Ticket]) { b.parts = append(b.parts, t) }

// Nothing was released if as many are left as there were.
func (b *batch2) flush(min int) {
	var rest []rcpool.Ref[Ticket]
	for _, t := range b.parts {
		if t.Value().Rank < min {
			t.Release()
		} else {
			rest = append(rest, t)
		}
	}
	if len(rest) == len(b.parts) {
		return
	}
	b.parts = rest
}

func (b *batch2) stop() {
	for _, t := range b.parts {
		t.Release()
	}
}

func runBatch2() {
	b := &batch2{}
	b.add(get(1))
	b.flush(5)
	b.stop()
}

type writer2 struct{ pending []*bytes.Buffer }

func (w *writer2) write(p string) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(p)
	w.pending = append(w.pending, b)
}

// The loop sets a flag if something was put back.
func (w *writer2) trim(size int) bool {
	some := false
	kept := w.pending[:0:0]
	for _, b := range w.pending {
		if b.Len() < size {
			buffers.Put(b)
			some = true
			continue
		}
		kept = append(kept, b)
	}
	if !some {
		return false
	}
	w.pending = kept
	return true
}

func (w *writer2) Close() {
	for _, b := range w.pending {
		buffers.Put(b)
	}
	w.pending = nil
}

func runWriter2() {
	w := &writer2{}
	defer w.Close()
	w.write("a")
	w.trim(8)
}

type room2 struct {
	members []rcpool.Ref[Ticket]
	closed  int
}

// The caller drops the list if nobody is left.
func (r *room2) kick(rank int) int {
	keep := []rcpool.Ref[Ticket]{}
	for _, m := range r.members {
		if m.Value().Rank != rank {
			keep = append(keep, m)
			continue
		}
		r.closed++
		m.Release()
	}
	if len(keep) == 0 {
		return 0
	}
	r.members = keep
	return len(keep)
}

func (r *room2) join(rank int) {
	t := get(0)
	t.Value().Rank = rank
	r.members = append(r.members, t)
}

func (r *room2) end() {
	for _, m := range r.members {
		m.Release()
	}
	r.members = nil
}

func runRoom2() {
	r := &room2{}
	r.join(1)
	if r.kick(1) == 0 {
		r.members = nil
	}
	r.end()
}
