package twolists

import (
	"container/heap"
	"container/list"

	"github.com/rcpool/rcpool"
)

type board1 struct {
	byID   map[int]rcpool.Ref[Task]
	owners map[string][]rcpool.Ref[Task]
}

// A task is found in two ways, and released for each.
func (b *board1) add(id int, owner string) {
	t := newTask(id, owner)
	b.byID[id] = t
	b.owners[owner] = append(b.owners[owner], t) // want "double-release: "
}

func (b *board1) close() {
	for id, t := range b.byID {
		t.Release()
		delete(b.byID, id)
	}
	for owner, all := range b.owners {
		for _, t := range all {
			t.Release()
		}
		delete(b.owners, owner)
	}
}

func useBoard1() {
	b := &board1{byID: map[int]rcpool.Ref[Task]{}, owners: map[string][]rcpool.Ref[Task]{}}
	defer b.close()
	b.add(1, "ann")
}

type broker1 struct {
	ready *list.List
	taken map[int]rcpool.Ref[Task]
}

func (b *broker1) submit(id int) { b.ready.PushBack(newTask(id, "")) }

func (b *broker1) lease() *Task {
	t := b.ready.Remove(b.ready.Front()).(rcpool.Ref[Task])
	b.taken[t.Value().ID] = t
	return t.Value()
}

func (b *broker1) done(id int) {
	if t, ok := b.taken[id]; ok {
		delete(b.taken, id)
		t.Release()
	}
}

// A task that has failed is in both containers.
func (b *broker1) failed(id int) {
	t, ok := b.taken[id]
	if !ok {
		return
	}
	if t.Value().Tries++; t.Value().Tries > 3 {
		b.done(id)
		return
	}
	b.ready.PushFront(t)
}

func (b *broker1) stop() {
	for b.ready.Len() > 0 {
		b.ready.Remove(b.ready.Front()).(rcpool.Ref[Task]).Release()
	}
	for id, t := range b.taken {
		delete(b.taken, id)
		t.Release() // want "double-release: "
	}
}

func useBroker1() {
	b := &broker1{ready: list.New(), taken: map[int]rcpool.Ref[Task]{}}
	defer b.stop()
	b.submit(1)
	b.failed(b.lease().ID)
}

type plan1 struct {
	heap  byTime
	names map[string]rcpool.Ref[Task]
}

// A task is in a heap and in a map, and released for each.
func (p *plan1) at(when int, name string) {
	t := newTask(when, name)
	p.names[name] = t
	heap.Push(&p.heap, due{when, t}) // want "double-release: "
}

func (p *plan1) next() int {
	t := heap.Pop(&p.heap).(due).ref
	defer t.Release()
	return t.Value().ID
}

func (p *plan1) cancel(name string) {
	if t, ok := p.names[name]; ok {
		delete(p.names, name)
		t.Release()
	}
}

func (p *plan1) close() {
	for _, d := range p.heap {
		d.ref.Release()
	}
	p.heap = nil
	for name, t := range p.names {
		t.Release()
		delete(p.names, name)
	}
}

func usePlan1() {
	p := &plan1{names: map[string]rcpool.Ref[Task]{}}
	defer p.close()
	p.at(1, "a")
	p.next()
}

type recent1 struct {
	ring [4]rcpool.Ref[Task]
	next int
	byID map[int]rcpool.Ref[Task]
}

// A task is in a ring and in a map, and released for each.
func (r *recent1) add(id int) {
	t := newTask(id, "")
	slot := r.next % len(r.ring)
	rcpool.Drop(&r.ring[slot])
	r.ring[slot] = t
	r.next++
	if old, ok := r.byID[id]; ok {
		old.Release()
	}
	r.byID[id] = t // want "double-release: "
}

func (r *recent1) close() {
	for i := range r.ring {
		rcpool.Drop(&r.ring[i])
	}
	for id, t := range r.byID {
		t.Release()
		delete(r.byID, id)
	}
}

func useRecent1() {
	r := &recent1{byID: map[int]rcpool.Ref[Task]{}}
	defer r.close()
	r.add(1)
}

type entry1 struct {
	picture *Picture
	used    int
}

type album1 struct {
	now     int
	entries map[string]*entry1
}

// What is new is retained for the caller, and what was found is not.
func (a *album1) open(name string) *Picture {
	a.now++
	if e, ok := a.entries[name]; ok {
		e.used = a.now
		return e.picture
	}
	p := NewPicture(name)
	p.Retain()
	a.entries[name] = &entry1{p, a.now}
	return p
}

func (a *album1) close() {
	for name, e := range a.entries {
		delete(a.entries, name)
		e.picture.Release()
	}
}

func useAlbum1() int {
	a := &album1{entries: map[string]*entry1{}}
	defer a.close()
	p := a.open("cat")
	defer p.Release() // want "double-release: "
	return len(p.pixels)
}

type shelf1 struct {
	order *list.List
	byKey map[string]*list.Element
}

// The element that was found has a picture that is not retained.
func (s *shelf1) get(name string) (*Picture, error) {
	if e, ok := s.byKey[name]; ok {
		s.order.MoveToFront(e)
		return e.Value.(*Picture), nil
	}
	p := NewPicture(name)
	s.byKey[name] = s.order.PushFront(p)
	p.Retain()
	return p, nil
}

func (s *shelf1) evict() {
	p := s.order.Remove(s.order.Back()).(*Picture)
	delete(s.byKey, p.name)
	p.Release()
}

func useShelf1() int {
	s := &shelf1{order: list.New(), byKey: map[string]*list.Element{}}
	defer s.evict()
	p, err := s.get("cat")
	if err != nil {
		return 0
	}
	defer p.Release() // want "double-release: "
	return len(p.pixels)
}
