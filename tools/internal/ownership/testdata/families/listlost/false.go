package listlost

import (
	"container/list"

	"github.com/rcpool/rcpool"
)

type cache2 struct {
	order *list.List
	by    map[int]*list.Element
}

func (c *cache2) get(no int) *block {
	if el, ok := c.by[no]; ok {
		c.order.MoveToFront(el)
		b := el.Value.(*block)
		b.IncRef()
		return b
	}
	b := NewBlock(no)
	b.IncRef()
	c.by[no] = c.order.PushFront(b)
	return b
}

// It is released before it is removed.
func (c *cache2) invalidate(no int) {
	if el, ok := c.by[no]; ok {
		el.Value.(*block).DecRef()
		c.order.Remove(el)
		delete(c.by, no)
	}
}

func (c *cache2) close() {
	for no := range c.by {
		c.invalidate(no)
	}
}

func useCache2() {
	c := &cache2{order: list.New(), by: map[int]*list.Element{}}
	defer c.close()
	c.get(1).DecRef()
	c.invalidate(1)
}

type lru2 struct{ order *list.List }

func (l *lru2) put(no int) { l.order.PushFront(&slot{no, get(no)}) }

// A page that was read often comes to the front again.
func (l *lru2) evict() {
	s := l.order.Remove(l.order.Back()).(*slot)
	if s.page.Value().Hits > 3 {
		l.order.PushFront(s)
		return
	}
	s.page.Release()
}

func (l *lru2) close() {
	for e := l.order.Front(); e != nil; e = e.Next() {
		e.Value.(*slot).page.Release()
	}
	l.order.Init()
}

func useLRU2() {
	l := &lru2{order: list.New()}
	defer l.close()
	l.put(1)
	l.put(2)
	l.evict()
}

type queue2 struct{ waiting, dead list.List }

func (q *queue2) push(no int) { q.waiting.PushBack(get(no)) }

// The list of keys has no pages.
func (q *queue2) skip() (rcpool.Ref[Page], bool) {
	if e := q.waiting.Front(); e != nil {
		r := q.waiting.Remove(e).(rcpool.Ref[Page])
		q.dead.PushBack(r.Value().No)
		return r, true
	}
	if e := q.dead.Front(); e != nil {
		q.dead.Remove(e)
	}
	return rcpool.Ref[Page]{}, false
}

func useQueue2() {
	var q queue2
	q.push(1)
	if p, ok := q.skip(); ok {
		p.Release()
	}
}
