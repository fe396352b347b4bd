package finders

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type window2 struct {
	slots       [8]rcpool.Ref[Record]
	first, next uint32
}

func (w *window2) slot(seq uint32) *rcpool.Ref[Record] { return &w.slots[seq%uint32(len(w.slots))] }

func (w *window2) push(no int) bool {
	if w.next-w.first == uint32(len(w.slots)) {
		return false
	}
	*w.slot(w.next) = get(no)
	w.next++
	return true
}

// Drop leaves nothing in the place that was found.
func (w *window2) ack(seq uint32) (n int) {
	for w.first <= seq && w.first < w.next {
		at := w.slot(w.first)
		n += at.Value().No
		rcpool.Drop(at)
		w.first++
	}
	return n
}

func (w *window2) close() {
	for i := range w.slots {
		if !w.slots[i].IsZero() {
			rcpool.Drop(&w.slots[i])
		}
	}
	w.first = w.next
}

func useWindow2() int {
	var w window2
	for i := range 6 {
		w.push(i)
	}
	n := w.ack(2)
	w.close()
	return n
}

type log2 struct {
	places      []rcpool.Ref[Record]
	first, next int
}

func place2(l *log2, no int) (*rcpool.Ref[Record], bool) {
	if no < l.first || no >= l.next {
		return nil, false
	}
	return &l.places[no%len(l.places)], true
}

func (l *log2) add() {
	l.places[l.next%len(l.places)] = get(l.next)
	l.next++
}

// The place is cleared through its address.
func (l *log2) forget(before int) {
	for ; l.first < before; l.first++ {
		if at, ok := place2(l, l.first); ok {
			at.Release()
			*at = rcpool.Ref[Record]{}
		}
	}
}

func (l *log2) close() {
	for _, r := range l.places {
		if !r.IsZero() {
			r.Release()
		}
	}
	l.places = nil
}

func useLog2() {
	l := &log2{places: make([]rcpool.Ref[Record], 4)}
	for range 4 {
		l.add()
	}
	l.forget(2)
	l.close()
}

type cell2 struct {
	key string
	ref rcpool.Ref[Record]
}

type table2 struct {
	cells [16]cell2
	used  int
}

func (t *table2) index(n int) int { return n & (len(t.cells) - 1) }

func (t *table2) at(n int) *cell2 { return &t.cells[t.index(n)] }

func (t *table2) put(key string, r rcpool.Ref[Record]) {
	c := t.at(t.used)
	c.key, c.ref = key, r
	t.used++
}

// The whole cell becomes zero.
func (t *table2) pop() {
	t.used--
	c := t.at(t.used)
	c.ref.Release()
	*c = cell2{}
}

func (t *table2) close() {
	for i := range t.cells {
		if !t.cells[i].ref.IsZero() {
			t.cells[i].ref.Release()
		}
	}
}

func useTable2() {
	t := new(table2)
	t.put("a", get(1))
	t.put("b", get(2))
	t.pop()
	t.close()
}

type queue2[T any] struct {
	items      []rcpool.Ref[T]
	head, size int
}

func (q *queue2[T]) front() rcpool.Ref[T] { return q.items[q.head] }

func (q *queue2[T]) push(r rcpool.Ref[T]) {
	q.items[(q.head+q.size)%len(q.items)] = r
	q.size++
}

func (q *queue2[T]) advance() {
	q.items[q.head] = rcpool.Ref[T]{}
	q.head = (q.head + 1) % len(q.items)
	q.size--
}

// Another function clears the place before the reference is released.
func (q *queue2[T]) drop() {
	r := q.front()
	q.advance()
	r.Release()
}

func (q *queue2[T]) close() {
	for _, r := range q.items {
		if !r.IsZero() {
			r.Release()
		}
	}
}

func useQueue2() {
	q := &queue2[Record]{items: make([]rcpool.Ref[Record], 4)}
	q.push(get(1))
	q.push(get(2))
	q.drop()
	q.close()
}

type latest2 struct {
	slots [4]rcpool.Ref[Record]
	n     int
}

func (l *latest2) slot() *rcpool.Ref[Record] { return &l.slots[l.n%len(l.slots)] }

func (l *latest2) add(r rcpool.Ref[Record]) {
	*l.slot() = r
	l.n++
}

func (l *latest2) undo() {
	l.n--
	l.slot().Release()
}

// The sum is of what is in use.
func (l *latest2) sum() (n int) {
	for i := range l.n {
		n += l.slots[i].Value().No
	}
	return n
}

func useLatest2() int {
	l := new(latest2)
	l.add(get(1))
	l.add(get(2))
	l.undo()
	n := l.sum()
	l.undo()
	return n
}

type shared2 struct {
	mu    sync.Mutex
	slots [4]rcpool.Ref[Record]
	n     int
}

func (s *shared2) slot(i int) *rcpool.Ref[Record] { return &s.slots[i%len(s.slots)] }

// What is in the place found is exchanged for something else, each time.
func (s *shared2) put(r rcpool.Ref[Record]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.slot(s.n)
	if !at.IsZero() {
		at.Release()
	}
	*at = r
	s.n++
}

func (s *shared2) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.slots {
		rcpool.Drop(s.slot(i))
	}
}

func useShared2() {
	s := new(shared2)
	for i := range 7 {
		s.put(get(i))
	}
	s.close()
}

type weak2 struct {
	slots [4]rcpool.Ref[Record]
	n     int
}

func (w *weak2) slot(i int) *rcpool.Ref[Record] { return &w.slots[i%len(w.slots)] }

func (w *weak2) add(r rcpool.Ref[Record]) {
	*w.slot(w.n) = r
	w.n++
}

func (w *weak2) forget(i int) { w.slot(i).Release() }

// Whoever finds something asks whether it is still there.
func (w *weak2) sum() (n int) {
	for i := range w.slots {
		if r, ok := w.slot(i).TryRetain(); ok {
			n += r.Value().No
			r.Release()
		}
	}
	return n
}

func useWeak2() int {
	w := new(weak2)
	w.add(get(1))
	w.add(get(2))
	w.forget(0)
	n := w.sum()
	w.forget(1)
	return n
}
