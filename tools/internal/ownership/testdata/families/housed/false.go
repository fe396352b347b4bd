package housed

import (
	"container/list"
	"slices"
	"sync"
)

type room2 struct{ members []*Conn }

func (r *room2) join(c *Conn) {
	c.IncRef()
	r.members = append(r.members, c)
}

func (r *room2) leave(c *Conn) {
	r.members = slices.DeleteFunc(r.members, func(m *Conn) bool { return m == c })
	c.DecRef()
}

// The room gives up its own.
func serve2(r *room2) int {
	c := Dial()
	defer c.DecRef()
	r.join(c)
	r.leave(c)
	return len(c.out)
}

type hub2 struct {
	mu   sync.Mutex
	subs map[*Conn]struct{}
}

func (h *hub2) add(c *Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.IncRef()
	h.subs[c] = struct{}{}
}

func (h *hub2) drop(c *Conn) {
	h.mu.Lock()
	delete(h.subs, c)
	h.mu.Unlock()
	c.DecRef()
}

func (h *hub2) enter(c *Conn) { h.add(c) }

func (h *hub2) exit(c *Conn) { h.drop(c) }

// Through one more callee.
func attend2(h *hub2) {
	c := Dial()
	h.enter(c)
	h.exit(c)
	c.DecRef()
}

type table2 struct{ byName map[string]*Conn }

func (t *table2) put(name string, c *Conn) {
	c.IncRef()
	t.byName[name] = c
}

func (t *table2) remove(name string, c *Conn) {
	delete(t.byName, name)
	c.DecRef()
}

// It is known by a name.
func bind2(t *table2, name string) []byte {
	c := Dial()
	defer c.DecRef()
	t.put(name, c)
	defer t.remove(name, c)
	return slices.Clone(c.out)
}

type recent2 struct{ l *list.List }

func (r *recent2) touch(c *Conn) {
	c.IncRef()
	r.l.PushFront(c)
}

func (r *recent2) forget(c *Conn) {
	for e := r.l.Front(); e != nil; e = e.Next() {
		if e.Value == c {
			r.l.Remove(e)
			break
		}
	}
	c.DecRef()
}

// A list of the standard library.
func visit2(r *recent2) {
	c := Dial()
	r.touch(c)
	r.forget(c)
	c.DecRef()
}

type bag2[T interface {
	comparable
	IncRef()
	DecRef()
}] struct{ all []T }

func (b *bag2[T]) add(v T) {
	v.IncRef()
	b.all = append(b.all, v)
}

func (b *bag2[T]) remove(v T) {
	if i := slices.Index(b.all, v); i >= 0 {
		b.all = slices.Delete(b.all, i, i+1)
	}
	v.DecRef()
}

// A generic one.
func pack2(b *bag2[*Conn]) {
	c := Dial()
	b.add(c)
	b.remove(c)
	c.DecRef()
}

// The map is in this function.
func gather2(drop func(int) bool) {
	seen := map[*Conn]int{}
	c := Dial()
	defer c.DecRef()
	c.IncRef()
	seen[c] = 1
	if drop(len(seen)) {
		forget2(seen, c)
		return
	}
	for m := range seen {
		m.DecRef()
	}
}

func forget2(seen map[*Conn]int, c *Conn) {
	delete(seen, c)
	c.DecRef()
}
