package housed

import (
	"slices"
	"sync"
)

type room1 struct{ members []*Conn }

func (r *room1) join(c *Conn) {
	c.IncRef()
	r.members = append(r.members, c)
}

func (r *room1) leave(c *Conn) {
	r.members = slices.DeleteFunc(r.members, func(m *Conn) bool { return m == c })
	c.DecRef()
}

// The second one is that of the room, which still has it.
func serve1(r *room1) int {
	c := Dial()
	r.join(c)
	n := len(c.out)
	c.DecRef()
	c.DecRef() // want "double-release: "
	return n
}

type hub1 struct {
	mu   sync.Mutex
	subs map[*Conn]struct{}
}

func (h *hub1) add(c *Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.IncRef()
	h.subs[c] = struct{}{}
}

// The hub has its own.
func attend1(h *hub1) {
	c := Dial() // want "leak: "
	h.add(c)
}

func (h *hub1) enter(c *Conn) { h.add(c) }

// Through one more callee.
func enter1(h *hub1, full bool) {
	c := Dial() // want "leak: "
	h.enter(c)
	if full {
		return
	}
	c.DecRef()
}

type table1 struct{ byName map[string]*Conn }

func (t *table1) put(name string, c *Conn) {
	c.IncRef()
	t.byName[name] = c
}

func done1(c *Conn) { c.DecRef() }

// What is called has only the connection.
func bind1(t *table1, name string) {
	c := Dial()
	defer c.DecRef()
	t.put(name, c)
	done1(c) // want "double-release: "
}

func close1(h *hub1, c *Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.DecRef()
}

// No container has it.
func once1(h *hub1) {
	c := Dial()
	close1(h, c)
	c.DecRef() // want "double-release: "
}

// All that the table has gets the reference of this function, too.
func both1(t *table1, last bool) {
	c := Dial() // want "leak: "
	t.put("a", c)
	if last {
		t.put("b", c)
		return
	}
	c.DecRef()
}
