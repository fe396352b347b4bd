package overwritten

import "github.com/rcpool/rcpool"

// The page before is dropped first.
func (c *cursor) moveTo(no int) {
	rcpool.Drop(&c.page)
	c.page = load(no)
	c.at = 0
}

// The new page is there before the old one is released.
func (c *cursor) swap(no int) {
	next := load(no)
	old := c.page
	c.page = next
	if !old.IsZero() {
		old.Release()
	}
}

// The cursor is at one page after the other.
func visit(nos ...int) (sum int) {
	c := &cursor{}
	defer c.close()
	for _, no := range nos {
		rcpool.Drop(&c.page)
		c.page = load(no)
		sum += c.no()
	}
	return sum
}

// The page that the entry has had is released.
func (c *cache) put(no int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.pages[no]; ok {
		old.Release()
	}
	c.pages[no] = load(no)
}

// The entry is only set if there is none.
func (c *cache) ensure(no int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.pages[no]; ok {
		return
	}
	c.pages[no] = load(no)
}

// The entry that is deleted is released.
func evictOne() {
	c := newCache()
	defer c.close()
	c.pages[1] = load(1)
	c.pages[2] = load(2)
	old := c.pages[1]
	delete(c.pages, 1)
	old.Release()
}

// The slot releases what it has had.
func setTwice() {
	var s slot[Page]
	s.set(load(1))
	s.set(load(2))
	s.close()
}

// The cursor is reset after it was closed.
func reuse(nos ...int) {
	var c cursor
	for _, no := range nos {
		c = cursor{page: load(no)}
		c.at = c.no()
		c.close()
	}
}

// The element is removed from the slice and released.
func remove(i int) {
	all := []rcpool.Ref[Page]{load(1), load(2), load(3)}
	removed := all[i]
	all = append(all[:i], all[i+1:]...)
	removed.Release()
	for _, page := range all {
		page.Release()
	}
}
