package guardedtwice

import "github.com/rcpool/rcpool"

type catalog struct {
	byID   map[int]rcpool.Ref[schema]
	byName map[string]rcpool.Ref[schema]
}

// Each map has a reference of its own.
func (c *catalog) create(id int, name string) error {
	ref := schemas.Get()
	defer rcpool.Drop(&ref)
	if _, ok := c.byName[name]; ok {
		return errExists
	}
	s := ref.Value()
	s.id, s.name = id, name
	c.byID[id] = ref.Retain()
	c.byName[name] = rcpool.Move(&ref)
	return nil
}

func (c *catalog) close() {
	for id, ref := range c.byID {
		delete(c.byID, id)
		ref.Release()
	}
	for name, ref := range c.byName {
		delete(c.byName, name)
		ref.Release()
	}
}

type list struct {
	all  []rcpool.Ref[schema]
	last map[string]rcpool.Ref[schema]
}

// The list is filled first, and the map gets a zero reference then, which is not released.
func (l *list) add(name string) {
	ref := schemas.Get()
	defer rcpool.Drop(&ref)
	ref.Value().name = name
	l.all = append(l.all, rcpool.Move(&ref))
	l.last[name] = ref
}

func (l *list) close() {
	for _, ref := range l.all {
		ref.Release()
	}
	l.all = nil
	for name, ref := range l.last {
		delete(l.last, name)
		if !ref.IsZero() {
			ref.Release()
		}
	}
}
