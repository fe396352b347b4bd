package compared

import "github.com/rcpool/rcpool"

// The reference is compared, and released where it was meant only.
func (c *channel) drop(user string, id rcpool.Ref[Typing]) { // want "leak: "
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.active[user]; ok {
		return
	}
	id.Release()
}

func (c *channel) dropNew(user string) { c.drop(user, typings.Get()) }

// It has what the callee only compared.
func (c *channel) ask(user string) bool {
	ref := typings.Get() // want "leak: "
	return c.isActive(user, ref)
}

// The indicator that is found is released, and the new one is lost.
func (c *channel) swap(user string) {
	ref := typings.Get() // want "leak: "
	c.mu.Lock()
	defer c.mu.Unlock()
	if ind, ok := c.active[user]; ok && ind.ref != ref {
		ind.stop()
		ind.ref.Release()
		delete(c.active, user)
	}
	ref.Value().User = user
}

// It is used after the release of the one that was asked for.
func (c *channel) end(user string) int {
	ref := typings.Get()
	c.isActive(user, ref)
	ref.Release()
	return ref.Value().Keys // want "use-after-release: "
}
