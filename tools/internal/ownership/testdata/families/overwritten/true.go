package overwritten

import "github.com/rcpool/rcpool"

// The page before is overwritten.
func moveLost() {
	c := &cursor{}
	defer c.close()
	c.page = load(1) // want "leak: "
	c.page = load(2)
}

// The cursor is at the new page, and the old one is forgotten.
func swapLost(no int) int {
	c := &cursor{page: load(no)} // want "leak: "
	next := load(no + 1)
	n := c.no()
	c.page = next
	defer c.close()
	return n + c.no()
}

// Only the last of the pages is dropped.
func visitLost(nos ...int) (sum int) {
	c := &cursor{}
	defer c.close()
	for _, no := range nos {
		c.page = load(no) // want "leak: "
		sum += c.no()
	}
	return sum
}

// The entry has had a page.
func putLost() {
	c := newCache()
	defer c.close()
	c.pages[1] = load(1) // missed "leak: "
	c.pages[1] = load(2)
}

// The page of the entry is released, and the entry stays.
func ensureReleased(no int) {
	c := newCache()
	defer c.close()
	c.pages[no] = load(no)
	if page := c.pages[no]; page.Value().No == no {
		page.Release() // missed "double-release: "
	}
}

// The entry is deleted while it owns its page.
func evictLost() {
	c := newCache()
	defer c.close()
	c.pages[1] = load(1) // missed "leak: "
	c.pages[2] = load(2)
	delete(c.pages, 1)
}

// The slot does not look at what it has had.
func putTwice() {
	var s slot[Page]
	s.put(load(1)) // want "leak: "
	s.put(load(2))
	s.close()
}

// The cursor that is replaced has a page.
func reuseLost(nos ...int) {
	var c cursor
	for _, no := range nos {
		c = cursor{page: load(no)} // want "leak: "
		c.at = c.no()
	}
	c.close()
}

// The element that is removed is lost.
func removeLost(i int) {
	all := []rcpool.Ref[Page]{load(1), load(2), load(3)} // missed "leak: "
	all = append(all[:i], all[i+1:]...)
	for _, page := range all {
		page.Release()
	}
}
