package removedinside

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type client1 struct{ pending map[int]*call }

func (c *client1) start(no int) {
	if _, ok := c.pending[no]; !ok {
		c.pending[no] = &call{deadline: no, req: get(no)}
	}
}

func (c *client1) reply(no int) {
	if one, ok := c.pending[no]; ok {
		c.finish(no, one)
	}
}

func (c *client1) finish(no int, one *call) {
	delete(c.pending, no)
	one.req.Release()
}

// The calls that are late are forgotten.
func (c *client1) expire(now int) {
	for no, one := range c.pending {
		if one.deadline < now {
			delete(c.pending, no) // want "leak: "
		}
	}
}

// All calls are forgotten, with their requests.
func (c *client1) reset() { clear(c.pending) } // want "leak: "

func useClient1() {
	c := &client1{pending: map[int]*call{}}
	c.start(1)
	c.start(2)
	c.reply(1)
	c.expire(3)
	c.start(4)
	c.reset()
}

type table1 struct{ calls map[int]*call }

func (t *table1) add(id int) {
	if t.calls[id] == nil {
		t.calls[id] = &call{id: id, req: get(id)}
	}
}

func (t *table1) end(one *call) {
	one.req.Release()
	delete(t.calls, one.id)
}

func (t *table1) endAll() {
	for _, one := range t.calls {
		t.end(one)
	}
}

// The entry goes, its request stays.
func (t *table1) abort(id int) bool {
	one, ok := t.calls[id]
	if !ok || one.deadline > 0 {
		return false
	}
	delete(t.calls, id) // want "leak: "
	return true
}

func useTable1() {
	t := &table1{calls: map[int]*call{}}
	t.add(1)
	t.abort(1)
	t.endAll()
}

type sender interface{ send(n int) error }

var errRefused = errors.New("refused")

type batch1 struct {
	to    sender
	all   []rcpool.Ref[Request]
	after func()
}

func (b *batch1) add(no int) { b.all = append(b.all, get(no)) }

// What is refused is dropped without a release. (The package is no program: a sender of another
// package might call back.)
func (b *batch1) flush() error {
	for _, r := range b.all {
		_ = r.Value().Body
	}
	err := b.to.send(len(b.all))
	if errors.Is(err, errRefused) {
		b.all = b.all[:0] // missed "leak: "
		return nil
	}
	return err
}

func (b *batch1) close() {
	for _, r := range b.all {
		r.Release()
	}
	b.all = nil
}

type refusing struct{}

func (refusing) send(int) error { return errRefused }

func useBatch1() {
	b := &batch1{to: refusing{}}
	defer b.close()
	b.add(1)
	_ = b.flush()
}

type ring1 struct {
	slots []rcpool.Ref[Request]
	next  int
}

func newRing1(n int) *ring1 { return &ring1{slots: make([]rcpool.Ref[Request], n)} }

func (r *ring1) record(req rcpool.Ref[Request]) {
	rcpool.Drop(&r.slots[r.next])
	r.slots[r.next] = req
	r.next = (r.next + 1) % len(r.slots)
}

// All that was recorded is forgotten.
func (r *ring1) clear() {
	r.slots = make([]rcpool.Ref[Request], len(r.slots)) // want "leak: "
	r.next = 0
}

func (r *ring1) close() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
}

type recorder1 struct{ ring *ring1 }

func (t recorder1) record(no int) { t.ring.record(get(no)) }

func useRing1() {
	ring := newRing1(2)
	defer ring.close()
	t := recorder1{ring}
	for i := range 3 {
		t.record(i)
	}
	ring.clear()
	t.record(4)
}
