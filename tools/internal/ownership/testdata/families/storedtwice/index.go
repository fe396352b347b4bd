// Package storedtwice has references that are stored in two places.
package storedtwice

import "github.com/rcpool/rcpool"

type Topic struct {
	Name  string
	Posts int
}

var topics rcpool.Pool[Topic]

func get(name string) rcpool.Ref[Topic] {
	topic := topics.Get()
	topic.Value().Name = name
	return topic
}

// An index owns the topics in it.
type index struct{ by map[string]rcpool.Ref[Topic] }

func (x *index) close() {
	for name, topic := range x.by {
		delete(x.by, name)
		topic.Release()
	}
}

// An owner has each topic under one name, and finds it by another one.
type owner struct{ by map[string]rcpool.Ref[Topic] }

func (o *owner) close() {
	for name, topic := range o.by {
		if topic.Value().Name == name {
			topic.Release()
		}
	}
}

// A copy owns two topics.
type copied struct{ first, second rcpool.Ref[Topic] }

func (c *copied) close() {
	rcpool.Drop(&c.first)
	rcpool.Drop(&c.second)
}

// A marked has two topics, of which it owns the first.
type marked struct{ first, second rcpool.Ref[Topic] }

func (m *marked) close() { m.first.Release() }

// A checked may have the same topic twice.
type checked struct{ first, second rcpool.Ref[Topic] }

func (c *checked) close() {
	if c.second != c.first {
		c.second.Release()
	}
	c.first.Release()
}

// A pair owns two topics, too.
type pair struct{ left, right rcpool.Ref[Topic] }

func (p *pair) close() {
	p.left.Release()
	p.right.Release()
}

// A differ has the frame before, and the last one that was sent as a whole.
type differ struct{ prev, key rcpool.Ref[Topic] }

func (d *differ) close() {
	rcpool.Drop(&d.prev)
	rcpool.Drop(&d.key)
}

// A tracker is like it.
type tracker struct{ prev, key rcpool.Ref[Topic] }

func (t *tracker) close() {
	rcpool.Drop(&t.prev)
	rcpool.Drop(&t.key)
}
