package heapowned

import (
	"container/heap"

	"github.com/rcpool/rcpool"
)

type timers2 struct {
	queue tasks
	byID  map[int]*task
	last  int
}

func (s *timers2) add(at int) int {
	s.last++
	t := &task{id: s.last, at: at, note: get("")}
	heap.Push(&s.queue, t)
	s.byID[t.id] = t
	return t.id
}

// The task is found in the map, and released.
func (s *timers2) cancel(id int) bool {
	t, ok := s.byID[id]
	if !ok {
		return false
	}
	delete(s.byID, id)
	heap.Remove(&s.queue, t.index)
	t.note.Release()
	return true
}

func (s *timers2) stop() {
	for _, t := range s.queue {
		t.note.Release()
	}
	s.queue = nil
	clear(s.byID)
}

func useTimers2() {
	s := &timers2{byID: map[int]*task{}}
	defer s.stop()
	s.cancel(s.add(1))
	s.add(2)
}

type lazy2 struct {
	queue tasks
	last  int
}

func (l *lazy2) add(at int) int {
	l.last++
	heap.Push(&l.queue, &task{id: l.last, at: at, note: get("")})
	return l.last
}

func (l *lazy2) cancel(id int) {
	for _, t := range l.queue {
		if t.id == id && !t.done {
			t.done = true
			t.note.Release()
		}
	}
}

// What is cancelled was released then.
func (l *lazy2) run() {
	for len(l.queue) > 0 {
		t := heap.Pop(&l.queue).(*task)
		if t.done {
			continue
		}
		t.note.Release()
	}
}

func useLazy2() {
	var l lazy2
	l.cancel(l.add(1))
	l.add(2)
	l.run()
}

type handles2 struct{ queue tasks }

func (h *handles2) add(at int) *task {
	t := &task{at: at, note: get("")}
	heap.Push(&h.queue, t)
	return t
}

// The caller has the task.
func (h *handles2) remove(t *task) { heap.Remove(&h.queue, t.index) }

func useHandles2() {
	var h handles2
	t := h.add(1)
	h.add(2)
	h.remove(t)
	t.note.Release()
	for h.queue.Len() > 0 {
		t := heap.Pop(&h.queue).(*task)
		t.note.Release()
	}
}

type best2 struct {
	all refs
	max int
}

// The smallest one is released before it is taken out.
func (b *best2) offer(text string) {
	heap.Push(&b.all, get(text))
	if b.all.Len() > b.max {
		b.all[0].Release()
		heap.Pop(&b.all)
	}
}

func (b *best2) close() {
	for b.all.Len() > 0 {
		n := heap.Pop(&b.all).(rcpool.Ref[Note])
		n.Release()
	}
}

func useBest2() {
	b := &best2{max: 1}
	defer b.close()
	b.offer("a")
	b.offer("b")
}
