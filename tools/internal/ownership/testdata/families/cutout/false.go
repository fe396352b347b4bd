package cutout

import (
	"slices"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type spliced2 struct{ all []rcpool.Ref[Task] }

func (s *spliced2) add(no int) { s.all = append(s.all, get(no)) }

// The caller owns what is cut out.
func (s *spliced2) take(no int) (rcpool.Ref[Task], bool) {
	for i, t := range s.all {
		if t.Value().No == no {
			s.all = append(s.all[:i], s.all[i+1:]...)
			return t, true
		}
	}
	return rcpool.Ref[Task]{}, false
}

func (s *spliced2) close() {
	for _, t := range s.all {
		t.Release()
	}
	s.all = nil
}

func useSpliced2() {
	s := new(spliced2)
	defer s.close()
	s.add(1)
	if t, ok := s.take(1); ok {
		t.Release()
	}
}

type deleted2 struct{ all []item }

func (d *deleted2) add(no, due int) { d.all = append(d.all, item{due, get(no)}) }

// It is released before it is cut out.
func (d *deleted2) cancel(no int) {
	for i := range d.all {
		if d.all[i].task.Value().No == no {
			d.all[i].task.Release()
			d.all = slices.Delete(d.all, i, i+1)
			return
		}
	}
}

func (d *deleted2) close() {
	for _, it := range d.all {
		it.task.Release()
	}
	d.all = nil
}

func useDeleted2() {
	d := new(deleted2)
	defer d.close()
	d.add(1, 2)
	d.cancel(1)
}

type swapped2 struct{ slots [4][]item }

func (s *swapped2) add(no, due int) {
	s.slots[due%4] = append(s.slots[due%4], item{due, get(no)})
}

// Two tasks change their places, and none is lost.
func (s *swapped2) later(no int) bool {
	for k := range s.slots {
		slot := s.slots[k]
		for i := range slot {
			if slot[i].task.Value().No != no {
				continue
			}
			last := len(slot) - 1
			slot[i], slot[last] = slot[last], slot[i]
			return true
		}
	}
	return false
}

func (s *swapped2) close() {
	for k := range s.slots {
		for i := range s.slots[k] {
			rcpool.Drop(&s.slots[k][i].task)
		}
		s.slots[k] = nil
	}
}

func useSwapped2() bool {
	s := new(swapped2)
	defer s.close()
	s.add(1, 2)
	return s.later(1)
}

type waiting2 struct{ by map[string][]item }

func (w *waiting2) wait(key string, no int) {
	w.by[key] = append(w.by[key], item{no, get(no)})
}

// One that comes too late goes to another list.
func (w *waiting2) next(key string, now int) bool {
	q := w.by[key]
	if len(q) == 0 {
		delete(w.by, key)
		return false
	}
	first := q[0]
	w.by[key] = q[1:]
	if first.due < now {
		w.by["late"] = append(w.by["late"], first)
		return false
	}
	first.task.Value().run()
	first.task.Release()
	return true
}

func (w *waiting2) drop(key string) {
	for _, it := range w.by[key] {
		it.task.Release()
	}
	delete(w.by, key)
}

func useWaiting2() bool {
	w := &waiting2{by: map[string][]item{}}
	defer w.drop("late")
	defer w.drop("a")
	w.wait("a", 1)
	return w.next("a", 2)
}

type shifted2 struct{ parts []part }

func (s *shifted2) add(b stdpool.ByteRef, end int) {
	s.parts = append(s.parts, part{end, b.Slice(0, end)})
}

// The first one is dropped, and the others move forward.
func (s *shifted2) trim(end int) int {
	if len(s.parts) == 0 {
		return 0
	}
	n := len(s.parts[0].body.Value())
	s.parts[0].body.Drop()
	copy(s.parts, s.parts[1:])
	s.parts[len(s.parts)-1] = part{}
	s.parts = s.parts[:len(s.parts)-1]
	return n
}

func (s *shifted2) close() {
	for i := range s.parts {
		s.parts[i].body.Drop()
	}
	s.parts = nil
}

func useShifted2() int {
	b := stdpool.Bytes(8)
	defer b.Release()
	s := new(shifted2)
	defer s.close()
	s.add(b, 4)
	return s.trim(4)
}

type sorted2 struct{ all []rcpool.Ref[Task] }

func (s *sorted2) add(no int) {
	s.all = append(s.all, get(no))
	slices.SortFunc(s.all, byNumber)
}

// What is sorted with a declared function is still there.
func (s *sorted2) first() {
	if len(s.all) == 0 || !slices.ContainsFunc(s.all, isNamed) {
		return
	}
	t := s.all[0]
	t.Value().run()
	s.all = s.all[1:]
	t.Release()
}

func (s *sorted2) close() {
	for _, t := range s.all {
		t.Release()
	}
	s.all = nil
}

func useSorted2() {
	s := new(sorted2)
	defer s.close()
	s.add(1)
	s.first()
}
