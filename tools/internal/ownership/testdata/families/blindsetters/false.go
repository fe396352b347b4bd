package blindsetters

import "github.com/rcpool/rcpool"

// Dropped in between.
func dropped(a, b string) int {
	var c camera
	defer c.close()
	c.set(capture(a))
	c.close()
	c.set(capture(b))
	return c.size()
}

// The setter drops.
func exchanged(texts []string) int {
	c := &camera{}
	defer c.close()
	for _, text := range texts {
		c.exchange(capture(text))
	}
	return c.size()
}

// This function has what is overwritten, and releases it.
func borrowed(a, b string) int {
	first, second := capture(a), capture(b)
	c := &camera{}
	c.set(first)
	n := c.size()
	c.set(second)
	n += c.size()
	first.Release()
	second.Release()
	return n
}

// Read before, and released after.
func swapped(a, b string) int {
	c := &camera{}
	c.set(capture(a))
	old := c.key
	c.set(capture(b))
	old.Release()
	defer c.close()
	return c.size()
}

// The old one is in the other field.
func shifted(texts []string) int {
	c := &camera{}
	defer c.close()
	for _, text := range texts {
		rcpool.Drop(&c.before)
		c.shift(capture(text))
	}
	return c.size()
}

// The old one is a result.
func returned(a, b string) int {
	c := &camera{}
	c.set(capture(a))
	old := c.replace(capture(b))
	defer old.Release()
	defer c.close()
	return c.size()
}
