package copiedfields

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type undoTx struct {
	current rcpool.Ref[Item]
	saved   rcpool.Ref[Item]
}

func (t *undoTx) save() {
	rcpool.Drop(&t.saved)
	t.saved = t.current
	t.current = get(t.saved.Value().ID + 1)
}

func (t *undoTx) rollback() bool {
	if t.saved.IsZero() {
		return false
	}
	t.current.Release()
	t.current = t.saved
	t.saved = rcpool.Ref[Item]{}
	return true
}

// The rollback moves the item.
func (t *undoTx) close() {
	t.current.Release()
	rcpool.Drop(&t.saved)
}

func (t *undoTx) commit() int {
	id := t.current.Value().ID
	t.close()
	return id
}

func runUndoTx(steps []bool) int {
	t := &undoTx{current: get(1)}
	for _, back := range steps {
		if back {
			t.rollback()
		} else {
			t.save()
		}
	}
	return t.commit()
}

type message struct{ raw, body *bytes.Buffer }

func newMessage(text string, encode bool) *message {
	m := &message{raw: buffer()}
	m.raw.WriteString(text)
	m.body = m.raw
	if encode {
		m.body = buffer()
		m.body.WriteString("+" + text)
	}
	return m
}

// The two buffers are compared.
func (m *message) close() {
	if m.body != m.raw {
		buffers.Put(m.body)
	}
	buffers.Put(m.raw)
	m.raw, m.body = nil, nil
}

func send(text string, encode bool) int {
	m := newMessage(text, encode)
	defer m.close()
	return m.body.Len()
}

type requeuer struct {
	open  map[int]rcpool.Ref[Item]
	ready []rcpool.Ref[Item]
}

func (r *requeuer) again(id int) bool {
	d, ok := r.open[id]
	if !ok {
		return false
	}
	delete(r.open, id)
	r.ready = append(r.ready, d)
	return true
}

// What is ready again is out of the map.
func (r *requeuer) close() {
	for _, d := range r.ready {
		d.Release()
	}
	for _, d := range r.open {
		d.Release()
	}
	r.ready, r.open = nil, nil
}

func redeliver() {
	r := &requeuer{open: map[int]rcpool.Ref[Item]{1: get(1)}}
	r.again(1)
	r.close()
}

type planner struct{ all, urgent []*task }

func (p *planner) add(id, priority int) {
	t := tasks.Get().(*task)
	t.id = id
	if priority > 5 {
		p.urgent = append(p.urgent, t)
	}
	p.all = append(p.all, t)
}

// The tasks are put back from one list only.
func (p *planner) recycle() {
	for i := range p.urgent {
		p.urgent[i] = nil
	}
	for i, t := range p.all {
		p.all[i] = nil
		tasks.Put(t)
	}
	p.urgent, p.all = p.urgent[:0], p.all[:0]
}

type shelves struct {
	cold []rcpool.Ref[Item]
	hot  map[int]rcpool.Ref[Item]
}

func (s *shelves) promote(i int) {
	item := s.cold[i]
	s.hot[item.Value().ID] = item.Retain()
}

// The hot items have references of their own.
func (s *shelves) close() {
	for _, item := range s.hot {
		item.Release()
	}
	for i := range s.cold {
		s.cold[i].Release()
	}
}

func useShelves() {
	s := &shelves{hot: map[int]rcpool.Ref[Item]{}}
	defer s.close()
	s.cold = append(s.cold, get(1), get(2))
	s.promote(1)
}

type writer struct {
	text    rcpool.Ref[Item]
	history []rcpool.Ref[Item]
}

func (w *writer) checkpoint(id int) {
	w.history = append(w.history, w.text)
	w.text = get(id)
}

// There is a new text after each checkpoint.
func (w *writer) close() {
	for _, old := range w.history {
		old.Release()
	}
	w.text.Release()
}

func write(n int) {
	w := &writer{text: get(0)}
	for i := range n {
		w.checkpoint(i)
	}
	w.close()
}

type group struct {
	leader  rcpool.Ref[Item]
	members map[string]rcpool.Ref[Item]
}

func (g *group) elect(name string) { g.leader = g.members[name] }

func (g *group) resign() { g.leader = rcpool.Ref[Item]{} }

// The leader has resigned before.
func (g *group) close() {
	for name, member := range g.members {
		member.Release()
		delete(g.members, name)
	}
	rcpool.Drop(&g.leader)
}

func (g *group) promote(name string) {
	rcpool.Drop(&g.leader)
	g.leader = g.members[name]
	delete(g.members, name)
}

func promoteTwo(g *group) {
	g.promote("a")
	g.promote("b")
	g.close()
}

func electOne(g *group) int {
	defer g.close()
	g.elect("a")
	id := g.leader.Value().ID
	g.resign()
	return id
}
