package cutout

import (
	"slices"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type spliced1 struct{ all []rcpool.Ref[Task] }

func (s *spliced1) add(no int) { s.all = append(s.all, get(no)) }

// The task is cut out of the list and lost.
func (s *spliced1) cancel(no int) bool {
	for i, t := range s.all {
		if t.Value().No == no {
			s.all = append(s.all[:i], s.all[i+1:]...) // want "leak: "
			return true
		}
	}
	return false
}

func (s *spliced1) close() {
	for _, t := range s.all {
		t.Release()
	}
	s.all = nil
}

func useSpliced1() bool {
	s := new(spliced1)
	defer s.close()
	s.add(1)
	return s.cancel(1)
}

type deleted1 struct{ all []item }

func (d *deleted1) add(no, due int) { d.all = append(d.all, item{due, get(no)}) }

// The elements are structs with a task.
func (d *deleted1) cancel(no int) {
	for i := range d.all {
		if d.all[i].task.Value().No == no {
			d.all = slices.Delete(d.all, i, i+1) // want "leak: "
			return
		}
	}
}

func (d *deleted1) close() {
	for _, it := range d.all {
		it.task.Release()
	}
	d.all = nil
}

func useDeleted1() {
	d := new(deleted1)
	defer d.close()
	d.add(1, 2)
	d.cancel(1)
}

type swapped1 struct{ slots [4][]item }

func (s *swapped1) add(no, due int) {
	s.slots[due%4] = append(s.slots[due%4], item{due, get(no)})
}

// The last one comes to its place.
func (s *swapped1) cancel(no int) bool {
	for k := range s.slots {
		slot := s.slots[k]
		for i := range slot {
			if slot[i].task.Value().No != no {
				continue
			}
			last := len(slot) - 1
			slot[i] = slot[last] // want "leak: "
			slot[last] = item{}
			s.slots[k] = slot[:last]
			return true
		}
	}
	return false
}

func (s *swapped1) close() {
	for k := range s.slots {
		for i := range s.slots[k] {
			rcpool.Drop(&s.slots[k][i].task)
		}
		s.slots[k] = nil
	}
}

func useSwapped1() bool {
	s := new(swapped1)
	defer s.close()
	s.add(1, 2)
	return s.cancel(1)
}

type waiting1 struct{ by map[string][]item }

func (w *waiting1) wait(key string, no int) {
	w.by[key] = append(w.by[key], item{no, get(no)})
}

// The first one is taken off, and lost if it comes too late.
func (w *waiting1) next(key string, now int) bool {
	q := w.by[key]
	if len(q) == 0 {
		delete(w.by, key)
		return false
	}
	first := q[0]
	w.by[key] = q[1:] // want "leak: "
	if first.due < now {
		return false
	}
	first.task.Value().run()
	first.task.Release()
	return true
}

func (w *waiting1) drop(key string) {
	for _, it := range w.by[key] {
		it.task.Release()
	}
	delete(w.by, key)
}

func useWaiting1() bool {
	w := &waiting1{by: map[string][]item{}}
	defer w.drop("a")
	w.wait("a", 1)
	return w.next("a", 2)
}

type shifted1 struct{ parts []part }

func (s *shifted1) add(b stdpool.ByteRef, end int) {
	s.parts = append(s.parts, part{end, b.Slice(0, end)})
}

// The others move forward.
func (s *shifted1) trim(end int) int {
	if len(s.parts) == 0 {
		return 0
	}
	n := len(s.parts[0].body.Value())
	copy(s.parts, s.parts[1:]) // want "leak: "
	s.parts[len(s.parts)-1] = part{}
	s.parts = s.parts[:len(s.parts)-1]
	return n
}

func (s *shifted1) close() {
	for i := range s.parts {
		s.parts[i].body.Drop()
	}
	s.parts = nil
}

func useShifted1() int {
	b := stdpool.Bytes(8)
	defer b.Release()
	s := new(shifted1)
	defer s.close()
	s.add(b, 4)
	return s.trim(4)
}

type sorted1 struct{ all []rcpool.Ref[Task] }

func (s *sorted1) add(no int) {
	s.all = append(s.all, get(no))
	slices.SortFunc(s.all, byNumber)
}

// The first one of a list that was sorted with a declared function.
func (s *sorted1) first() {
	if len(s.all) == 0 || !slices.ContainsFunc(s.all, isNamed) {
		return
	}
	t := s.all[0]
	t.Value().run()
	s.all = s.all[1:] // want "leak: "
}

func (s *sorted1) close() {
	for _, t := range s.all {
		t.Release()
	}
	s.all = nil
}

func useSorted1() {
	s := new(sorted1)
	defer s.close()
	s.add(1)
	s.first()
}
