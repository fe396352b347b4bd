package unevenresults

import "github.com/rcpool/rcpool"

type cache3 struct{ by map[int]rcpool.Ref[Item] }

// The other result tells whether the caller owns the item.
func (c *cache3) load(no int) (item rcpool.Ref[Item], owned bool) {
	if item, ok := c.by[no]; ok {
		return item, false
	}
	return get(no), true
}

func (c *cache3) close() {
	for no, item := range c.by {
		item.Release()
		delete(c.by, no)
	}
}

func useCache3() int {
	c := &cache3{by: map[int]rcpool.Ref[Item]{1: get(1)}}
	defer c.close()
	item, owned := c.load(2)
	if owned {
		defer item.Release()
	}
	return item.Value().No
}

type stock1 struct{ by map[int]rcpool.Ref[Item] }

// What is found is taken out.
func (s *stock1) take(no int) rcpool.Ref[Item] {
	if item, ok := s.by[no]; ok {
		delete(s.by, no)
		return item
	}
	return get(no)
}

func (s *stock1) close() {
	for no, item := range s.by {
		item.Release()
		delete(s.by, no)
	}
}

func useStock1() int {
	s := &stock1{by: map[int]rcpool.Ref[Item]{1: get(1)}}
	defer s.close()
	item := s.take(1)
	defer item.Release()
	return item.Value().No
}

type cache4 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache4) load(no int) rcpool.Ref[Item] {
	if item, ok := c.by[no]; ok {
		return item
	}
	item := get(no)
	c.by[no] = item
	return item
}

func (c *cache4) close() {
	for no, item := range c.by {
		item.Release()
		delete(c.by, no)
	}
}

// Nobody owns what is in the cache but the cache.
func useCache4() int {
	c := &cache4{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	return c.load(1).Value().No + c.load(1).Value().No
}

type stock2 struct{ by map[int]rcpool.Ref[Item] }

func (s *stock2) find(no int) rcpool.Ref[Item] {
	if item, ok := s.by[no]; ok {
		return item
	}
	return get(no)
}

func (s *stock2) forget(no int) { delete(s.by, no) }

func (s *stock2) close() {
	for _, item := range s.by {
		item.Release()
	}
	clear(s.by)
}

// Who finds an item makes the stock forget it.
func useStock2() int {
	s := &stock2{by: map[int]rcpool.Ref[Item]{1: get(1)}}
	defer s.close()
	item := s.find(1)
	s.forget(1)
	defer item.Release()
	return item.Value().No
}

type cache5 struct {
	by   map[int]rcpool.Ref[Item]
	owns bool // what was loaded last is the caller's
}

func (c *cache5) load(no int) (rcpool.Ref[Item], error) {
	c.owns = false
	if item, ok := c.by[no]; ok {
		return item, nil
	}
	if no < 0 {
		return rcpool.Ref[Item]{}, errNumber
	}
	c.owns = true
	return get(no), nil
}

func (c *cache5) close() {
	for no, item := range c.by {
		item.Release()
		delete(c.by, no)
	}
}

// The cache itself tells it, whether there was an error or not.
func useCache5() {
	c := &cache5{by: map[int]rcpool.Ref[Item]{1: get(1)}}
	defer c.close()
	item, err := c.load(2)
	if err != nil {
		println(err.Error())
	}
	if c.owns {
		item.Release()
	}
}
