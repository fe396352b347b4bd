package handedout

import "github.com/rcpool/rcpool"

type cache2 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache2) load(no int) { c.by[no] = get(no) }

// Who gets the item has a reference of its own.
func (c *cache2) get(no int) (rcpool.Ref[Item], bool) {
	item, ok := c.by[no]
	if !ok {
		return item, false
	}
	return item.Retain(), true
}

func (c *cache2) close() {
	for no, item := range c.by {
		item.Release()
		delete(c.by, no)
	}
}

func (c *cache2) length(no int) int {
	item, ok := c.get(no)
	if !ok {
		return 0
	}
	defer item.Release()
	return len(item.Value().Text)
}

func useCache2() int {
	c := &cache2{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	c.load(1)
	return c.length(1)
}

type cache3 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache3) load(no int) { c.by[no] = get(no) }

func (c *cache3) get(no int) (rcpool.Ref[Item], bool) {
	item, ok := c.by[no]
	return item, ok
}

func (c *cache3) forget(no int) { delete(c.by, no) }

func (c *cache3) close() {
	for _, item := range c.by {
		item.Release()
	}
	clear(c.by)
}

// Who releases the item makes the cache forget it.
func (c *cache3) length(no int) int {
	item, ok := c.get(no)
	if !ok {
		return 0
	}
	n := len(item.Value().Text)
	item.Release()
	c.forget(no)
	return n
}

func useCache3() int {
	c := &cache3{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	c.load(1)
	return c.length(1)
}

type cache4 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache4) load(no int) { c.by[no] = get(no) }

// The second result reports whether the item belongs to the caller.
func (c *cache4) get(no int) (item rcpool.Ref[Item], isNew bool) {
	if found, ok := c.by[no]; ok {
		return found, false
	}
	return get(no), true
}

func (c *cache4) close() {
	for _, item := range c.by {
		item.Release()
	}
	clear(c.by)
}

func (c *cache4) length(no int) int {
	item, isNew := c.get(no)
	n := len(item.Value().Text)
	if isNew {
		item.Release()
	}
	return n
}

func useCache4() int {
	c := &cache4{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	c.load(1)
	return c.length(1) + c.length(2)
}

type batch1 struct{ all []rcpool.Ref[Item] }

func (b *batch1) add(no int) { b.all = append(b.all, get(no)) }

func (b *batch1) list() []rcpool.Ref[Item] {
	var all []rcpool.Ref[Item]
	for _, item := range b.all {
		all = append(all, item)
	}
	return all
}

func (b *batch1) close() {
	for _, item := range b.all {
		item.Release()
	}
	b.all = nil
}

// The batch is closed, or its items are released one by one.
func useBatch1(whole bool) (sum int) {
	b := new(batch1)
	b.add(1)
	if whole {
		b.close()
		return 0
	}
	for _, item := range b.list() {
		sum += item.Value().No
		item.Release()
	}
	return sum
}

type store2 struct{ by map[string]rcpool.Ref[Item] }

func (s *store2) lookup(name string) (rcpool.Ref[Item], bool) {
	item, ok := s.by[name]
	if !ok {
		return rcpool.Ref[Item]{}, false
	}
	return item, true
}

// put does not look at what was there: who puts something has released that.
func (s *store2) put(name string, no int) { s.by[name] = get(no) }

func (s *store2) close() {
	for name, item := range s.by {
		item.Release()
		delete(s.by, name)
	}
}

func (s *store2) replace(name string, no int) {
	if item, ok := s.lookup(name); ok {
		item.Release()
	}
	s.put(name, no)
}

func useStore2() int {
	s := &store2{by: map[string]rcpool.Ref[Item]{}}
	defer s.close()
	for i := range 6 {
		s.replace("ab"[i%2:], i)
	}
	return len(s.by)
}
