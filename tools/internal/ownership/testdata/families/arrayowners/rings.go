// Package arrayowners has callees that put what they are given where their caller does not find
// it again: into an array of a struct, or into a container of package container/list, alone or
// in a struct that owns it.
package arrayowners

import (
	"container/list"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/classic"
	"github.com/rcpool/rcpool/stdpool"
)

type Job struct {
	Name string
	Cost int
}

var jobs = rcpool.Pool[Job]{Name: "jobs"}

// An attempt owns its job.
type attempt struct {
	job   rcpool.Ref[Job]
	tries int
}

// A ring has the attempts that wait. The oldest one makes room.
type ring struct {
	slots   [4]attempt
	head, n int
}

// push takes the attempt over.
func (r *ring) push(a attempt) {
	if r.n == len(r.slots) {
		r.slots[r.head].job.Release()
		r.slots[r.head] = a
		r.head = (r.head + 1) % len(r.slots)
		return
	}
	r.slots[(r.head+r.n)%len(r.slots)] = a
	r.n++
}

func (r *ring) pop() (a attempt, ok bool) {
	if r.n == 0 {
		return attempt{}, false
	}
	a, r.slots[r.head] = r.slots[r.head], attempt{}
	r.head = (r.head + 1) % len(r.slots)
	r.n--
	return a, true
}

func (r *ring) clear() {
	for a, ok := r.pop(); ok; a, ok = r.pop() {
		a.job.Release()
	}
}

// A notice counts its references itself.
type notice struct {
	classic.ReferenceCounter
	topic string
}

var notices = classic.NewReferenceCountedPool(func(rc classic.ReferenceCounter) classic.ReferenceCountable {
	return &notice{ReferenceCounter: rc}
}, func(i any) error {
	i.(*notice).topic = ""
	return nil
})

func newNotice(topic string) *notice {
	n := notices.Get().(*notice)
	n.topic = topic
	return n
}

// A hub has the last notices, and a reference to each.
type hub struct {
	history [3]*notice
	recent  []*notice
	next    int
}

// publish takes the notice over.
func (h *hub) publish(n *notice) {
	if old := h.history[h.next]; old != nil {
		old.DecrementReferenceCount()
	}
	h.history[h.next] = n
	h.next = (h.next + 1) % len(h.history)
}

// keep takes the notice over, in a list that has been made.
func (h *hub) keep(n *notice) {
	at := h.next % len(h.recent)
	if old := h.recent[at]; old != nil {
		old.DecrementReferenceCount()
	}
	h.recent[at] = n
	h.next++
}

func (h *hub) close() {
	for i, n := range h.history {
		if n != nil {
			n.DecrementReferenceCount()
			h.history[i] = nil
		}
	}
	for i, n := range h.recent {
		if n != nil {
			n.DecrementReferenceCount()
			h.recent[i] = nil
		}
	}
}

// An entry owns its body.
type entry struct {
	key  string
	body stdpool.ByteRef
}

// A cache has the entries that were used last.
type cache struct {
	lru   *list.List
	byKey map[string]*list.Element
	size  int
	max   int
}

// store takes the body over.
func (c *cache) store(key string, body stdpool.ByteRef) {
	c.byKey[key] = c.lru.PushFront(&entry{key, body})
	c.size += body.Len()
	for c.size > c.max && c.lru.Len() > 0 {
		c.remove(c.lru.Back())
	}
}

func (c *cache) remove(el *list.Element) {
	e := c.lru.Remove(el).(*entry)
	delete(c.byKey, e.key)
	c.size -= e.body.Len()
	e.body.Release()
}

// waitFor takes the attempt over, too.
func waitFor(l *list.List, a attempt) { l.PushBack(&a) }

// waitBoth puts one into the other.
func waitBoth(l *list.List, a, b attempt) {
	type both struct{ first, then *attempt }
	l.PushBack(&both{&a, &b})
}

// A chunk owns its bytes.
type chunk struct {
	bytes stdpool.ByteRef
	users int
}

// A store keeps each chunk once.
type store struct{ chunks map[string]*chunk }

// add takes the bytes over.
func (s *store) add(b stdpool.ByteRef) string {
	sum := string(b.Value())
	c := s.chunks[sum]
	if c == nil {
		s.chunks[sum] = &chunk{bytes: b, users: 1}
		return sum
	}
	c.users++
	b.Release()
	return sum
}

// A tree owns its job, and its children.
type tree struct {
	job  rcpool.Ref[Job]
	kids []*tree
}

func (t *tree) free() {
	for _, kid := range t.kids {
		kid.free()
	}
	t.kids = nil
	rcpool.Drop(&t.job)
}

// replace takes the new child over, and frees the old one.
func (t *tree) replace(i int, with *tree) {
	old := t.kids[i]
	t.kids[i] = with
	old.free()
}

// within parts a list where its costs are above a limit.
func within(in []rcpool.Ref[Job], limit int) (out, rest []rcpool.Ref[Job]) {
	for i, job := range in {
		if limit -= job.Value().Cost; limit < 0 {
			return out, in[i:]
		}
		out = append(out, job)
	}
	return out, nil
}
