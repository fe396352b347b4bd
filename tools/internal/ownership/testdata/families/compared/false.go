package compared

import "github.com/rcpool/rcpool"

// key starts an indicator, or the time of the one that is there again.
func (c *channel) key(user string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ind, ok := c.active[user]
	if ok {
		ind.stop()
	} else {
		ind.ref = typings.Get()
		ind.ref.Value().User = user
	}
	ind.ref.Value().Keys++
	id := ind.ref
	ind.stop = id.AfterFunc(c.ttl, func(t *Typing) { c.expire(t, id) })
	c.active[user] = ind
}

// expire releases the indicator, unless another one is there now.
func (c *channel) expire(t *Typing, id rcpool.Ref[Typing]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ind, ok := c.active[t.User]
	if !ok || ind.ref != id {
		return
	}
	delete(c.active, t.User)
	ind.stop()
	ind.ref.Release()
}

// isActive is asked which indicator is meant.
func (c *channel) isActive(user string, id rcpool.Ref[Typing]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	ind, ok := c.active[user]
	return ok && ind.ref == id
}

// shown asks, and keeps its reference.
func (c *channel) shown(user string) bool {
	ref := typings.Get()
	defer ref.Release()
	return c.isActive(user, ref)
}
