package heapowned

import (
	"container/heap"

	"github.com/rcpool/rcpool"
)

type timers1 struct {
	queue tasks
	byID  map[int]*task
	last  int
}

func (s *timers1) add(at int) int {
	s.last++
	t := &task{id: s.last, at: at, note: get("")}
	heap.Push(&s.queue, t)
	s.byID[t.id] = t
	return t.id
}

// A task that is cancelled keeps its note.
func (s *timers1) cancel(id int) bool {
	t, ok := s.byID[id]
	if !ok {
		return false
	}
	delete(s.byID, id)
	heap.Remove(&s.queue, t.index) // want "leak: "
	return true
}

func (s *timers1) run(now int) {
	for len(s.queue) > 0 && s.queue[0].at <= now {
		t := heap.Pop(&s.queue).(*task)
		delete(s.byID, t.id)
		t.note.Release()
	}
}

func (s *timers1) stop() {
	for _, t := range s.queue {
		t.note.Release()
	}
	s.queue = nil
	clear(s.byID)
}

func useTimers1() {
	s := &timers1{byID: map[int]*task{}}
	defer s.stop()
	s.cancel(s.add(1))
	s.add(2)
	s.run(3)
}

type outbox1 struct{ waiting tasks }

func (o *outbox1) add(at int) { heap.Push(&o.waiting, &task{at: at, note: get("")}) }

// What is too late is skipped, and lost.
func (o *outbox1) send(now int) (sent int) {
	for o.waiting.Len() > 0 {
		t := heap.Pop(&o.waiting).(*task) // want "leak: "
		if t.at < now-10 {
			continue
		}
		sent += len(t.note.Value().Text)
		t.note.Release()
	}
	return sent
}

func useOutbox1() int {
	var o outbox1
	o.add(1)
	o.add(20)
	return o.send(21)
}

type best1 struct {
	all refs
	max int
}

// The smallest one makes room.
func (b *best1) offer(text string) {
	heap.Push(&b.all, get(text))
	if b.all.Len() > b.max {
		heap.Pop(&b.all) // want "leak: "
	}
}

func (b *best1) close() {
	for _, n := range b.all {
		n.Release()
	}
	b.all = nil
}

func useBest1() {
	b := &best1{max: 1}
	defer b.close()
	b.offer("a")
	b.offer("b")
}

type queue1 struct{ all refs }

func (q *queue1) add(text string) { heap.Push(&q.all, get(text)) }

// The first one is only looked at.
func (q *queue1) next() string {
	n := heap.Pop(&q.all).(rcpool.Ref[Note]) // want "leak: "
	return n.Value().Text
}

func (q *queue1) close() {
	for q.all.Len() > 0 {
		n := heap.Pop(&q.all).(rcpool.Ref[Note])
		n.Release()
	}
}

func useQueue1() string {
	var q queue1
	defer q.close()
	q.add("a")
	q.add("b")
	return q.next()
}
