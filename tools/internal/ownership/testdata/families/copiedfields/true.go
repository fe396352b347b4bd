package copiedfields

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type tx struct {
	current rcpool.Ref[Item]
	saved   rcpool.Ref[Item]
}

func (t *tx) save() {
	rcpool.Drop(&t.saved)
	t.saved = t.current
	t.current = get(t.saved.Value().ID + 1)
}

func (t *tx) rollback() bool {
	if t.saved.IsZero() {
		return false
	}
	t.current.Release()
	t.current = t.saved
	return true
}

func (t *tx) commit() int {
	id := t.current.Value().ID
	t.close()
	return id
}

// After a rollback both fields have the same item.
func (t *tx) close() {
	t.current.Release()
	rcpool.Drop(&t.saved) // want "double-release: "
}

func runTx(steps []bool) int {
	t := &tx{current: get(1)}
	for _, back := range steps {
		if back {
			t.rollback()
		} else {
			t.save()
		}
	}
	return t.commit()
}

type request struct{ raw, body *bytes.Buffer }

func newRequest(text string, encode bool) *request {
	r := &request{raw: buffer()}
	r.raw.WriteString(text)
	r.body = r.raw
	if encode {
		r.body = buffer()
		r.body.WriteString("+" + text)
	}
	return r
}

// Both fields of the new request may have the same buffer.
func (r *request) close() {
	buffers.Put(r.raw)
	if r.body != nil {
		buffers.Put(r.body) // want "double-release: "
	}
	r.raw, r.body = nil, nil
}

func post(text string, encode bool, send func(*request) error) error {
	r := newRequest(text, encode)
	defer r.close()
	return send(r)
}

type broker struct {
	open  map[int]rcpool.Ref[Item]
	ready []rcpool.Ref[Item]
}

func (b *broker) take() int {
	d := b.ready[0]
	b.ready = b.ready[1:]
	b.open[d.Value().ID] = d
	return d.Value().ID
}

func (b *broker) again(id int) bool {
	d, ok := b.open[id]
	if !ok {
		return false
	}
	b.ready = append(b.ready, d)
	return true
}

// An item that is ready again is still in the map.
func (b *broker) close() {
	for _, d := range b.ready {
		d.Release()
	}
	for _, d := range b.open {
		d.Release() // want "double-release: "
	}
	b.ready, b.open = nil, nil
}

func deliver() bool {
	b := &broker{open: map[int]rcpool.Ref[Item]{}}
	b.ready = append(b.ready, get(1))
	again := b.again(b.take())
	b.close()
	return again
}

type scheduler struct{ all, urgent []*task }

func (s *scheduler) add(id, priority int, deps ...int) {
	t := tasks.Get().(*task)
	t.id, t.deps = id, append(t.deps[:0], deps...)
	if priority > 5 {
		s.urgent = append(s.urgent, t)
	}
	s.all = append(s.all, t)
}

// An urgent task is in both lists.
func (s *scheduler) recycle() {
	for i, t := range s.urgent {
		s.urgent[i] = nil
		tasks.Put(t)
	}
	for i, t := range s.all {
		s.all[i] = nil
		tasks.Put(t) // want "double-release: "
	}
	s.urgent, s.all = s.urgent[:0], s.all[:0]
}

type tiers struct {
	cold []rcpool.Ref[Item]
	hot  map[int]rcpool.Ref[Item]
}

func (t *tiers) promote(i int) {
	item := t.cold[i]
	t.hot[item.Value().ID] = item
}

func (t *tiers) stop() { t.close() }

// What was promoted is still cold.
func (t *tiers) close() {
	for _, item := range t.hot {
		item.Release()
	}
	for i := range t.cold {
		t.cold[i].Release() // want "double-release: "
	}
}

func useTiers() {
	t := &tiers{hot: map[int]rcpool.Ref[Item]{}}
	defer t.stop()
	t.cold = append(t.cold, get(1), get(2))
	t.promote(1)
}

type editor struct {
	text    rcpool.Ref[Item]
	history []rcpool.Ref[Item]
}

func (e *editor) checkpoint() { e.history = append(e.history, e.text) }

// The text is the last of the history.
func (e *editor) close() {
	for _, old := range e.history {
		old.Release()
	}
	e.text.Release() // want "double-release: "
}

func edit(n int) {
	e := &editor{text: get(0)}
	for range n {
		e.checkpoint()
	}
	e.close()
}

type cluster struct {
	leader  rcpool.Ref[Item]
	members map[string]rcpool.Ref[Item]
}

func (c *cluster) elect(name string) {
	rcpool.Drop(&c.leader)
	c.leader = c.members[name]
}

// The leader is a member.
func (c *cluster) close() {
	for name, member := range c.members {
		member.Release()
		delete(c.members, name)
	}
	rcpool.Drop(&c.leader) // want "double-release: "
}

func vote(c *cluster, name string) { c.elect(name) }

func pollOnce(c *cluster) {
	vote(c, "a")
	c.close()
}
