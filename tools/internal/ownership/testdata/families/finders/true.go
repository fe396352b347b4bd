package finders

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type window1 struct {
	slots       [8]rcpool.Ref[Record]
	first, next uint32
}

func (w *window1) slot(seq uint32) *rcpool.Ref[Record] { return &w.slots[seq%uint32(len(w.slots))] }

func (w *window1) push(no int) bool {
	if w.next-w.first == uint32(len(w.slots)) {
		return false
	}
	*w.slot(w.next) = get(no)
	w.next++
	return true
}

func (w *window1) ack(seq uint32) (n int) {
	for w.first <= seq && w.first < w.next {
		ref := *w.slot(w.first)
		n += ref.Value().No
		ref.Release()
		w.first++
	}
	return n
}

// What was acknowledged is still in its place.
func (w *window1) close() {
	for i := range w.slots {
		if !w.slots[i].IsZero() {
			rcpool.Drop(&w.slots[i]) // want "double-release: "
		}
	}
	w.first = w.next
}

func useWindow1() int {
	var w window1
	for i := range 6 {
		w.push(i)
	}
	n := w.ack(2)
	w.close()
	return n
}

type log1 struct {
	places      []rcpool.Ref[Record]
	first, next int
}

func place1(l *log1, no int) (*rcpool.Ref[Record], bool) {
	if no < l.first || no >= l.next {
		return nil, false
	}
	return &l.places[no%len(l.places)], true
}

func (l *log1) add() {
	l.places[l.next%len(l.places)] = get(l.next)
	l.next++
}

func (l *log1) forget(before int) {
	for ; l.first < before; l.first++ {
		if at, ok := place1(l, l.first); ok {
			at.Release()
		}
	}
}

// A declared function has found the place of what was forgotten, or has said that there is none.
func (l *log1) close() {
	for _, r := range l.places {
		if !r.IsZero() {
			r.Release() // want "double-release: "
		}
	}
	l.places = nil
}

func useLog1() {
	l := &log1{places: make([]rcpool.Ref[Record], 4)}
	for range 4 {
		l.add()
	}
	l.forget(2)
	l.close()
}

type cell1 struct {
	key string
	ref rcpool.Ref[Record]
}

type table1 struct {
	cells [16]cell1
	used  int
}

func (t *table1) index(n int) int { return n & (len(t.cells) - 1) }

func (t *table1) at(n int) *cell1 { return &t.cells[t.index(n)] }

func (t *table1) put(key string, r rcpool.Ref[Record]) {
	c := t.at(t.used)
	c.key, c.ref = key, r
	t.used++
}

func (t *table1) pop() {
	t.used--
	t.at(t.used).ref.Release()
}

// The cell around the reference is found by two functions.
func (t *table1) close() {
	for i := range t.cells {
		if !t.cells[i].ref.IsZero() {
			t.cells[i].ref.Release() // want "double-release: "
		}
	}
}

func useTable1() {
	t := new(table1)
	t.put("a", get(1))
	t.put("b", get(2))
	t.pop()
	t.close()
}

type queue1[T any] struct {
	items      []rcpool.Ref[T]
	head, size int
}

func (q *queue1[T]) front() rcpool.Ref[T] { return q.items[q.head] }

func (q *queue1[T]) push(r rcpool.Ref[T]) {
	q.items[(q.head+q.size)%len(q.items)] = r
	q.size++
}

func (q *queue1[T]) drop() {
	q.front().Release()
	q.head = (q.head + 1) % len(q.items)
	q.size--
}

// The function that finds the front returns the reference itself, of any type.
func (q *queue1[T]) close() {
	for _, r := range q.items {
		if !r.IsZero() {
			r.Release() // want "double-release: "
		}
	}
}

func useQueue1() {
	q := &queue1[Record]{items: make([]rcpool.Ref[Record], 4)}
	q.push(get(1))
	q.push(get(2))
	q.drop()
	q.close()
}

type latest1 struct {
	slots [4]rcpool.Ref[Record]
	n     int
}

func (l *latest1) slot() *rcpool.Ref[Record] { return &l.slots[l.n%len(l.slots)] }

func (l *latest1) add(r rcpool.Ref[Record]) {
	*l.slot() = r
	l.n++
}

func (l *latest1) undo() {
	l.n--
	l.slot().Release()
}

// The sum is of all that was ever added.
func (l *latest1) sum() (n int) {
	for _, r := range l.slots {
		if !r.IsZero() {
			n += r.Value().No // want "use-after-release: "
		}
	}
	return n
}

func useLatest1() int {
	l := new(latest1)
	l.add(get(1))
	l.add(get(2))
	l.undo()
	n := l.sum()
	l.undo()
	return n
}

type session1 struct {
	w    *window1
	sent int
}

func (s *session1) slot(seq uint32) *rcpool.Ref[Record] { return &s.w.slots[seq%8] }

func (s *session1) send(no int) {
	*s.slot(s.w.next) = get(no)
	s.w.next++
	s.sent++
}

func (s *session1) confirm() {
	s.slot(s.w.first).Release()
	s.w.first++
}

// The places are those of another struct.
func (s *session1) stop() {
	for _, r := range s.w.slots {
		if !r.IsZero() {
			r.Release() // want "double-release: "
		}
	}
}

func useSession1() {
	s := &session1{w: new(window1)}
	s.send(1)
	s.confirm()
	s.stop()
}

type blocks1 struct {
	all [8]*bytes.Buffer
	at  int
}

func (b *blocks1) block(i int) **bytes.Buffer { return &b.all[i%len(b.all)] }

func (b *blocks1) fill() {
	for i := range b.all {
		b.all[i] = buffers.Get().(*bytes.Buffer)
	}
}

func (b *blocks1) done() {
	buffers.Put(*b.block(b.at))
	b.at++
}

// The buffers before the mark were put back.
func (b *blocks1) close() {
	for _, buf := range b.all {
		buffers.Put(buf) // want "double-release: "
	}
}

func useBlocks1() {
	var b blocks1
	b.fill()
	b.done()
	b.close()
}
