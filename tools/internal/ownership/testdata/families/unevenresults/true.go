package unevenresults

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type cache1 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache1) load(no int) rcpool.Ref[Item] {
	if item, ok := c.by[no]; ok {
		return item
	}
	item := get(no)
	c.by[no] = item.Retain()
	return item
}

func (c *cache1) close() {
	for no, item := range c.by {
		item.Release()
		delete(c.by, no)
	}
}

// What was in the cache is released.
func useCache1() (sum int) {
	c := &cache1{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	for i := range 4 {
		item := c.load(i % 2)
		sum += item.Value().No
		item.Release() // want "double-release: "
	}
	return sum
}

type txn1 struct {
	base   map[int]rcpool.Ref[Item]
	writes map[int]rcpool.Ref[Item]
}

func (t *txn1) get(no int) (rcpool.Ref[Item], bool) {
	if item, ok := t.writes[no]; ok {
		return item.Retain(), true
	}
	item, ok := t.base[no]
	if !ok {
		return item, false
	}
	return item, true
}

func (t *txn1) close() {
	for _, item := range t.writes {
		item.Release()
	}
	clear(t.writes)
	for _, item := range t.base {
		item.Release()
	}
	clear(t.base)
}

// One map retains what it hands out, and the other one does not.
func (t *txn1) length(no int) int {
	item, ok := t.get(no)
	if !ok {
		return 0
	}
	defer item.Release() // want "double-release: "
	return len(item.Value().Text)
}

func useTxn1() int {
	t := &txn1{map[int]rcpool.Ref[Item]{1: get(1)}, map[int]rcpool.Ref[Item]{}}
	defer t.close()
	return t.length(1)
}

type entry1 struct {
	item rcpool.Ref[Item]
	hits int
}

type cache2 struct{ by map[int]*entry1 }

var errNegative = errors.New("negative")

func (c *cache2) load(no int) (rcpool.Ref[Item], error) {
	if e := c.by[no]; e != nil {
		e.hits++
		return e.item, nil
	}
	if no < 0 {
		return rcpool.Ref[Item]{}, errNegative
	}
	item := get(no)
	c.by[no] = &entry1{item: item.Retain()}
	return item, nil
}

func (c *cache2) evict(no int) {
	if e := c.by[no]; e != nil {
		delete(c.by, no)
		e.item.Release()
	}
}

func (c *cache2) close() {
	for no := range c.by {
		c.evict(no)
	}
}

// The item is in a struct in the cache.
func useCache2(no int) (int, error) {
	c := &cache2{by: map[int]*entry1{}}
	defer c.close()
	item, err := c.load(no)
	if err != nil {
		return 0, err
	}
	defer item.Release() // want "double-release: "
	return item.Value().No, nil
}

func useCache2Twice() (int, error) {
	if _, err := useCache2(1); err != nil {
		return 0, err
	}
	return useCache2(2)
}

type pool1 struct {
	ring [4]rcpool.Ref[Item]
	next int
}

func (p *pool1) latest(no int) rcpool.Ref[Item] {
	for i := range p.ring {
		if item := p.ring[i]; !item.IsZero() && item.Value().No == no {
			return item
		}
	}
	return p.add(no).Retain()
}

func (p *pool1) add(no int) rcpool.Ref[Item] {
	old := p.ring[p.next]
	p.ring[p.next] = get(no)
	if !old.IsZero() {
		old.Release()
	}
	item := p.ring[p.next]
	p.next = (p.next + 1) % len(p.ring)
	return item
}

func (p *pool1) close() {
	for i := range p.ring {
		rcpool.Drop(&p.ring[i])
	}
}

// What was found in the ring is released.
func usePool1() (sum int) {
	p := new(pool1)
	defer p.close()
	for i := range 6 {
		item := p.latest(i % 2)
		sum += item.Value().No
		item.Release() // missed "double-release: "
	}
	return sum
}

type cache6 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache6) load(no int) (rcpool.Ref[Item], error) {
	if item, ok := c.by[no]; ok {
		return item, nil
	}
	if no < 0 {
		return rcpool.Ref[Item]{}, errNumber
	}
	return get(no), nil
}

func (c *cache6) close() {
	for no, item := range c.by {
		item.Release()
		delete(c.by, no)
	}
}

// It is released whatever was found.
func useCache6() int {
	c := &cache6{by: map[int]rcpool.Ref[Item]{1: get(1)}}
	defer c.close()
	item, err := c.load(2)
	if err != nil {
		return 0
	}
	no := item.Value().No
	if no > 1 {
		println(no)
	}
	item.Release() // want "double-release: "
	return no
}
