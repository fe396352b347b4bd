package whicherror

import (
	"errors"
	"fmt"
)

// Each error releases it.
func (g *gateway) retriesWell(id string) error {
	c := captures.Get()
	v := c.Value()
	v.id = id
	for {
		v.attempts++
		err := g.submit(v)
		if err == nil {
			break
		}
		if !errors.Is(err, errTransient) {
			err = fmt.Errorf("capture %s: %w", v.id, err)
			c.Release()
			return err
		}
		if v.attempts == 3 {
			c.Release()
			return err
		}
	}
	c.Release()
	return nil
}

// The same comparison decides twice.
func (g *gateway) comparesWell(id string) error {
	c := captures.Get()
	c.Value().id = id
	err := g.submit(c.Value())
	if err == errDeclined {
		c.Release()
	}
	if err != errDeclined {
		c.Release()
	}
	return err
}

// There are three ways, and each is one of two.
func (g *gateway) numbersWell(id string) (int, error) {
	c := captures.Get()
	c.Value().id = id
	n, err := g.number(c.Value())
	if errors.Is(err, errDeclined) {
		c.Release()
		return 0, err
	}
	if err != nil && !errors.Is(err, errTransient) {
		return 0, err // submit returns no other
	}
	c.Release()
	return n, nil
}

// The deferred call does it.
func (g *gateway) switchesWell(id string) (retry bool) {
	c := captures.Get()
	defer c.Release()
	c.Value().id = id
	switch err := g.submit(c.Value()); err {
	case errTransient:
		return true
	default:
		return err == errDeclined
	}
}
