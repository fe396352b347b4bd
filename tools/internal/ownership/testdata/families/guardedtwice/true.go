package guardedtwice

import "github.com/rcpool/rcpool"

type blindCatalog struct {
	byID   map[int]rcpool.Ref[schema]
	byName map[string]rcpool.Ref[schema]
}

// Both maps release it.
func (c *blindCatalog) create(id int, name string) error {
	ref := schemas.Get()
	defer rcpool.Drop(&ref)
	if _, ok := c.byName[name]; ok {
		return errExists
	}
	s := ref.Value()
	s.id, s.name = id, name
	c.byID[id] = ref
	c.byName[name] = rcpool.Move(&ref) // want "double-release: "
	return nil
}

func (c *blindCatalog) close() {
	for id, ref := range c.byID {
		delete(c.byID, id)
		ref.Release()
	}
	for name, ref := range c.byName {
		delete(c.byName, name)
		ref.Release()
	}
}

type blindList struct {
	all    []rcpool.Ref[schema]
	byName map[string]rcpool.Ref[schema]
}

// The list releases it, and the map does.
func (l *blindList) add(name string) {
	ref := schemas.Get()
	defer rcpool.Drop(&ref)
	if name == "" {
		return
	}
	ref.Value().name = name
	l.all = append(l.all, ref)
	l.byName[name] = rcpool.Move(&ref) // want "double-release: "
}

func (l *blindList) close() {
	for _, ref := range l.all {
		ref.Release()
	}
	l.all = nil
	for name, ref := range l.byName {
		delete(l.byName, name)
		ref.Release()
	}
}
