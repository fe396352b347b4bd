package cutunseen

import (
	"slices"

	"github.com/rcpool/rcpool"
)

type inbox2 struct {
	queue []rcpool.Ref[Sample]
	limit int
}

// The oldest one is released.
func (b *inbox2) deliver(s rcpool.Ref[Sample]) {
	if len(b.queue) == b.limit {
		b.queue[0].Release()
		copy(b.queue, b.queue[1:])
		b.queue[b.limit-1] = s
		return
	}
	b.queue = append(b.queue, s)
}

func (b *inbox2) close() {
	for _, s := range b.queue {
		s.Release()
	}
	b.queue = nil
}

func useInbox2() {
	b := &inbox2{limit: 1}
	defer b.close()
	b.deliver(get(1))
	b.deliver(get(2))
}

type queue2 struct{ all []rcpool.Ref[Sample] }

func (q *queue2) add(no int) { q.all = append(q.all, get(no)) }

func (q *queue2) first() rcpool.Ref[Sample] { return q.all[0] }

// The caller has the first one.
func (q *queue2) advance() { q.all = q.all[1:] }

func useQueue2() {
	var q queue2
	q.add(1)
	q.add(2)
	for len(q.all) > 0 {
		s := q.first()
		q.advance()
		s.Release()
	}
}

type stack2 struct{ all []rcpool.Ref[Sample] }

func (s *stack2) push(no int) { s.all = append(s.all, get(no)) }

// The top is dropped where it is, and cut off later.
func (s *stack2) drop() { rcpool.Drop(&s.all[len(s.all)-1]) }

func (s *stack2) shrink() {
	if len(s.all) > 0 {
		s.all = s.all[:len(s.all)-1]
	}
}

func useStack2() {
	var s stack2
	s.push(1)
	s.drop()
	s.shrink()
}

type window2 struct {
	last []rcpool.Ref[Sample]
	max  int
}

// What does not fit is released before.
func (w *window2) add(s rcpool.Ref[Sample]) {
	w.last = append(w.last, s)
	if len(w.last) > w.max {
		w.release(len(w.last) - w.max)
		w.last = w.last[len(w.last)-w.max:]
	}
}

func (w *window2) release(n int) {
	for _, s := range w.last[:n] {
		s.Release()
	}
}

func useWindow2() {
	w := &window2{max: 1}
	w.add(get(1))
	w.add(get(2))
	w.release(len(w.last))
	w.last = nil
}

type slots2 struct{ all []rcpool.Ref[Sample] }

// The list has room without objects.
func newSlots2(n int) *slots2 { return &slots2{all: make([]rcpool.Ref[Sample], n)} }

func (s *slots2) push(no int) { s.all = append(s.all, get(no)) }

func (s *slots2) skip() {
	if len(s.all) > 4 {
		s.all = s.all[1:]
	}
}

func (s *slots2) close() {
	for _, one := range s.all {
		if one.Valid() {
			one.Release()
		}
	}
	s.all = nil
}

func useSlots2() {
	s := newSlots2(4)
	s.push(1)
	s.skip()
	s.close()
}

type lane2 struct{ waiting []rcpool.Ref[Sample] }

func (l *lane2) push(s rcpool.Ref[Sample]) { l.waiting = append(l.waiting, s) }

// The predicate releases what it removes.
func (l *lane2) remove(no int) {
	l.waiting = slices.DeleteFunc(l.waiting, func(s rcpool.Ref[Sample]) bool {
		if s.Value().No != no {
			return false
		}
		s.Release()
		return true
	})
}

func (l *lane2) close() {
	for _, s := range l.waiting {
		s.Release()
	}
	l.waiting = nil
}

func useLane2() {
	var l lane2
	l.push(get(1))
	l.push(get(2))
	l.remove(1)
	l.close()
}

type list2 struct{ all []rcpool.Ref[Sample] }

func (l *list2) add(no int) { l.all = append(l.all, get(no)) }

// A moved one leaves its place.
func (l *list2) remove(at int) rcpool.Ref[Sample] {
	s := l.all[at]
	copy(l.all[at:], l.all[at+1:])
	l.all = l.all[:len(l.all)-1]
	return s
}

func (l *list2) removeAll(see func(*Sample)) {
	for len(l.all) > 0 {
		s := l.remove(0)
		see(s.Value())
		s.Release()
	}
}

func useList2() {
	var l list2
	l.add(1)
	l.add(2)
	l.removeAll(func(*Sample) {})
}

type log2 struct{ kept []rcpool.Ref[Sample] }

func (l *log2) keep(no int) { l.kept = append(l.kept, get(no)) }

// Those that were sent were released; they are cut off by the same caller.
func (l *log2) send(n int) {
	for _, s := range l.kept[:n] {
		s.Release()
	}
	l.cut(n)
}

func (l *log2) cut(n int) {
	if len(l.kept) > n {
		l.kept = l.kept[n:]
		return
	}
	l.kept = nil
}

func useLog2() {
	var l log2
	l.keep(1)
	l.keep(2)
	l.send(1)
	l.send(1)
}
