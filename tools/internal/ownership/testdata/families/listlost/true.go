package listlost

import (
	"container/list"

	"github.com/rcpool/rcpool"
)

type cache1 struct {
	order *list.List
	by    map[int]*list.Element
}

func (c *cache1) get(no int) *chunk {
	if el, ok := c.by[no]; ok {
		c.order.MoveToFront(el)
		b := el.Value.(*chunk)
		b.IncRef()
		return b
	}
	b := NewChunk(no)
	b.IncRef()
	c.by[no] = c.order.PushFront(b)
	if c.order.Len() > 4 {
		c.drop(c.order.Back())
	}
	return b
}

func (c *cache1) drop(el *list.Element) {
	b := c.order.Remove(el).(*chunk)
	delete(c.by, b.no)
	b.DecRef()
}

// It is only forgotten.
func (c *cache1) invalidate(no int) {
	if el, ok := c.by[no]; ok {
		c.order.Remove(el) // want "leak: "
		delete(c.by, no)
	}
}

func (c *cache1) close() {
	for c.order.Len() > 0 {
		c.drop(c.order.Front())
	}
}

func useCache1() {
	c := &cache1{order: list.New(), by: map[int]*list.Element{}}
	defer c.close()
	c.get(1).DecRef()
	c.invalidate(1)
}

type lru1 struct{ order *list.List }

func (l *lru1) put(no int) { l.order.PushFront(&slot{no, get(no)}) }

// A page that was read often is lost.
func (l *lru1) evict() {
	s := l.order.Remove(l.order.Back()).(*slot) // want "leak: "
	if s.page.Value().Hits > 3 {
		return
	}
	s.page.Release()
}

func (l *lru1) close() {
	for e := l.order.Front(); e != nil; e = e.Next() {
		e.Value.(*slot).page.Release()
	}
	l.order.Init()
}

func useLRU1() {
	l := &lru1{order: list.New()}
	defer l.close()
	l.put(1)
	l.put(2)
	l.evict()
}

type queue1 struct{ waiting list.List }

func (q *queue1) push(no int) { q.waiting.PushBack(get(no)) }

// What is removed is not looked at.
func (q *queue1) skip() {
	if e := q.waiting.Front(); e != nil {
		q.waiting.Remove(e) // want "leak: "
	}
}

func (q *queue1) pop() (rcpool.Ref[Page], bool) {
	e := q.waiting.Front()
	if e == nil {
		return rcpool.Ref[Page]{}, false
	}
	return q.waiting.Remove(e).(rcpool.Ref[Page]), true
}

func useQueue1() {
	var q queue1
	q.push(1)
	q.push(2)
	q.skip()
	if p, ok := q.pop(); ok {
		p.Release()
	}
}
