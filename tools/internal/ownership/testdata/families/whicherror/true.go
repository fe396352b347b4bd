package whicherror

import (
	"errors"
	"fmt"
)

// The other error returns at once.
func (g *gateway) retries(id string) error {
	c := captures.Get() // want "leak: "
	v := c.Value()
	v.id = id
	for {
		v.attempts++
		err := g.submit(v)
		if err == nil {
			break
		}
		if !errors.Is(err, errTransient) {
			return fmt.Errorf("capture %s: %w", v.id, err)
		}
		if v.attempts == 3 {
			c.Release()
			return err
		}
	}
	c.Release()
	return nil
}

// It is compared with ==.
func (g *gateway) compares(id string) error {
	c := captures.Get() // want "leak: "
	c.Value().id = id
	err := g.submit(c.Value())
	if err == errDeclined {
		return err
	}
	c.Release()
	return err
}

// The error is beside a number.
func (g *gateway) numbers(id string) (int, error) {
	c := captures.Get()
	c.Value().id = id
	n, err := g.number(c.Value())
	if errors.Is(err, errDeclined) {
		c.Release()
	}
	if err != nil && err != errTransient {
		return c.Value().attempts, err // want "use-after-release: "
	}
	if err == nil || err == errTransient {
		c.Release()
	}
	return n, nil
}

// The switch forgets one of them.
func (g *gateway) switches(id string) (retry bool) {
	c := captures.Get() // want "leak: "
	c.Value().id = id
	switch err := g.submit(c.Value()); err {
	case errTransient:
		return true
	default:
		c.Release()
		return err == errDeclined
	}
}
