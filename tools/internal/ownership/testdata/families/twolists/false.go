package twolists

import (
	"container/heap"
	"container/list"

	"github.com/rcpool/rcpool"
)

type board2 struct {
	byID   map[int]rcpool.Ref[Task]
	owners map[string][]rcpool.Ref[Task]
}

// One of the containers only finds the tasks.
func (b *board2) add(id int, owner string) {
	t := newTask(id, owner)
	b.byID[id] = t
	b.owners[owner] = append(b.owners[owner], t)
}

func (b *board2) close() {
	for id, t := range b.byID {
		t.Release()
		delete(b.byID, id)
	}
	clear(b.owners)
}

func useBoard2() int {
	b := &board2{byID: map[int]rcpool.Ref[Task]{}, owners: map[string][]rcpool.Ref[Task]{}}
	defer b.close()
	b.add(1, "ann")
	return len(b.owners["ann"])
}

type broker2 struct {
	ready *list.List
	taken map[int]rcpool.Ref[Task]
}

func (b *broker2) submit(id int) { b.ready.PushBack(newTask(id, "")) }

func (b *broker2) lease() *Task {
	t := b.ready.Remove(b.ready.Front()).(rcpool.Ref[Task])
	b.taken[t.Value().ID] = t
	return t.Value()
}

// A task that has failed comes back.
func (b *broker2) failed(id int) {
	if t, ok := b.taken[id]; ok {
		delete(b.taken, id)
		b.ready.PushFront(t)
	}
}

func (b *broker2) stop() {
	for b.ready.Len() > 0 {
		b.ready.Remove(b.ready.Front()).(rcpool.Ref[Task]).Release()
	}
	for id, t := range b.taken {
		delete(b.taken, id)
		t.Release()
	}
}

func useBroker2() {
	b := &broker2{ready: list.New(), taken: map[int]rcpool.Ref[Task]{}}
	defer b.stop()
	b.submit(1)
	b.failed(b.lease().ID)
}

type broker3 struct {
	ready *list.List
	taken map[int]rcpool.Ref[Task]
}

func (b *broker3) submit(id int) { b.ready.PushBack(newTask(id, "")) }

func (b *broker3) lease() *Task {
	t := b.ready.Remove(b.ready.Front()).(rcpool.Ref[Task])
	b.taken[t.Value().ID] = t
	return t.Value()
}

func (b *broker3) again(id int) { b.ready.PushFront(b.taken[id]) }

// Who calls it removes the entry.
func (b *broker3) failed(id int) {
	b.again(id)
	delete(b.taken, id)
}

func (b *broker3) stop() {
	for b.ready.Len() > 0 {
		b.ready.Remove(b.ready.Front()).(rcpool.Ref[Task]).Release()
	}
	for id, t := range b.taken {
		delete(b.taken, id)
		t.Release()
	}
}

func useBroker3() {
	b := &broker3{ready: list.New(), taken: map[int]rcpool.Ref[Task]{}}
	defer b.stop()
	b.submit(1)
	b.failed(b.lease().ID)
}

type plan2 struct {
	heap  byTime
	names map[string]rcpool.Ref[Task]
}

// The heap has the reference, and the map only finds it.
func (p *plan2) at(when int, name string) {
	t := newTask(when, name)
	p.names[name] = t
	heap.Push(&p.heap, due{when, t})
}

func (p *plan2) next() {
	t := heap.Pop(&p.heap).(due).ref
	delete(p.names, t.Value().Owner)
	t.Release()
}

func (p *plan2) tries(name string) int { return p.names[name].Value().Tries }

func (p *plan2) close() {
	for len(p.heap) > 0 {
		p.next()
	}
}

func usePlan2() int {
	p := &plan2{names: map[string]rcpool.Ref[Task]{}}
	defer p.close()
	p.at(1, "a")
	return p.tries("a")
}

type recent2 struct {
	ring [4]rcpool.Ref[Task]
	next int
	byID map[int]rcpool.Ref[Task]
}

// The map has a reference of its own.
func (r *recent2) add(id int) {
	t := newTask(id, "")
	slot := r.next % len(r.ring)
	rcpool.Drop(&r.ring[slot])
	r.ring[slot] = t
	r.next++
	if old, ok := r.byID[id]; ok {
		old.Release()
	}
	r.byID[id] = t.Retain()
}

func (r *recent2) close() {
	for i := range r.ring {
		rcpool.Drop(&r.ring[i])
	}
	for id, t := range r.byID {
		t.Release()
		delete(r.byID, id)
	}
}

type album2 struct {
	now     int
	entries map[string]*entry1
}

// The caller has a reference on each way.
func (a *album2) open(name string) *Picture {
	a.now++
	e, ok := a.entries[name]
	if !ok {
		e = &entry1{picture: NewPicture(name)}
		a.entries[name] = e
	}
	e.used = a.now
	e.picture.Retain()
	return e.picture
}

func (a *album2) close() {
	for name, e := range a.entries {
		delete(a.entries, name)
		e.picture.Release()
	}
}

func useAlbum2() int {
	a := &album2{entries: map[string]*entry1{}}
	defer a.close()
	p := a.open("cat")
	defer p.Release()
	return len(p.pixels)
}
