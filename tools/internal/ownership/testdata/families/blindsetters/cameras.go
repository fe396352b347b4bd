// Package blindsetters has methods that set a field, whatever is in it.
package blindsetters

import "github.com/rcpool/rcpool"

type picture struct{ data []byte }

func (p *picture) Reset() { p.data = p.data[:0] }

var pictures = rcpool.Pool[picture]{Name: "pictures"}

func capture(text string) rcpool.Ref[picture] {
	ref := pictures.Get()
	ref.Value().data = append(ref.Value().data, text...)
	return ref
}

// A camera owns two pictures.
type camera struct {
	key    rcpool.Ref[picture]
	before rcpool.Ref[picture]
	frames int
}

func (c *camera) set(ref rcpool.Ref[picture]) {
	c.key = ref
	c.frames++
}

func setOf(c *camera, ref rcpool.Ref[picture]) { c.key = ref }

func (c *camera) exchange(ref rcpool.Ref[picture]) {
	rcpool.Drop(&c.key)
	c.key = ref
}

func (c *camera) shift(ref rcpool.Ref[picture]) {
	c.before = c.key
	c.key = ref
}

func (c *camera) replace(ref rcpool.Ref[picture]) rcpool.Ref[picture] {
	old := c.key
	c.key = ref
	return old
}

func (c *camera) size() int {
	if c.key.IsZero() {
		return 0
	}
	return len(c.key.Value().data)
}

func (c *camera) close() {
	rcpool.Drop(&c.key)
	rcpool.Drop(&c.before)
}
