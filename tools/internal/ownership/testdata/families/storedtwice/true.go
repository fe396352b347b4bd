package storedtwice

import "github.com/rcpool/rcpool"

// The topic has two names, and close releases it for each.
func (x *index) add(name, alias string) {
	topic := get(name)
	x.by[name] = topic
	if alias != "" {
		x.by[alias] = topic // want "double-release: "
	}
}

// It is stored under several names.
func (x *index) addAll(name string, aliases []string) {
	topic := get(name)
	x.by[name] = topic
	for _, alias := range aliases {
		x.by[alias] = topic // want "double-release: "
	}
}

// Both fields have the topic, and both are dropped.
func newCopied(name string, both bool) *copied {
	topic := get(name)
	c := &copied{first: topic}
	if both {
		c.second = topic // want "double-release: "
	}
	return c
}

// It is got by another function, and stored under a number, too.
func (x *index) addNumbered(name string, topics []string) int {
	topic := get(name)
	x.by[name] = topic
	number := name + "#"
	for range topics {
		number += "+"
	}
	x.by[number] = topic // want "double-release: "
	return len(number)
}

// A parameter is stored twice.
func (x *index) put(topic rcpool.Ref[Topic]) {
	name := topic.Value().Name
	x.by[name] = topic
	x.by["last"] = topic // want "double-release: "
}

// The fields are set one after the other.
func setBoth(p *pair, name string) {
	topic := get(name)
	p.left = topic
	topic.Value().Posts++
	p.right = topic // want "double-release: "
}

// The first one is retained for the second field, and the others are not.
func (d *differ) feed(name string) {
	cur := get(name)
	if d.prev.IsZero() {
		d.key = cur
		d.prev = cur.Retain()
		return
	}
	d.prev.Release()
	d.prev = cur
	if cur.Value().Posts > 2 {
		d.key.Release()
		d.key = cur // want "double-release: "
	}
}
