// truth: correct
package main

import (
	"container/list"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var open atomic.Int64

// Segment is a mapped file of a metric store.
type Segment struct {
	refs atomic.Int64
	id   int
	data []int
}

func NewSegment(id int) (*Segment, error) {
	if id%10 == 9 {
		return nil, fmt.Errorf("segment %d: no such file", id)
	}
	s := &Segment{id: id, data: []int{id, id * 2, id * 3}}
	s.refs.Store(1)
	open.Add(1)
	return s, nil
}

func (s *Segment) Retain() { s.refs.Add(1) }

func (s *Segment) Release() {
	switch n := s.refs.Add(-1); {
	case n == 0:
		s.data = nil
		open.Add(-1)
	case n < 0:
		panic("segment released too often")
	}
}

var errClosed = errors.New("cache closed")

// cache is an LRU of segments. It owns a reference to each of them.
type cache struct {
	mu     sync.Mutex
	limit  int
	lru    list.List
	byID   map[int]*list.Element
	closed bool
}

// get returns a segment with a reference for the caller.
func (c *cache) get(id int) (*Segment, error) {
	c.mu.Lock()
	if el, ok := c.byID[id]; ok {
		defer c.mu.Unlock()
		c.lru.MoveToFront(el)
		seg := el.Value.(*Segment)
		seg.Retain()
		return seg, nil
	}
	c.mu.Unlock()

	seg, err := NewSegment(id) // slow, so not under the lock
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		seg.Release()
		return nil, errClosed
	}
	if el, ok := c.byID[id]; ok { // somebody else was faster
		seg.Release()
		seg = el.Value.(*Segment)
		seg.Retain()
		return seg, nil
	}
	seg.Retain()
	c.byID[id] = c.lru.PushFront(seg)
	if c.lru.Len() > c.limit {
		c.drop(c.lru.Back())
	}
	return seg, nil
}

func (c *cache) drop(el *list.Element) {
	seg := c.lru.Remove(el).(*Segment)
	delete(c.byID, seg.id)
	seg.Release()
}

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for el := c.lru.Front(); el != nil; el = c.lru.Front() {
		c.drop(el)
	}
}

// scan sums up a range of segments, all of which it holds meanwhile.
func scan(c *cache, from, to int) (sum int, err error) {
	var held []*Segment
	defer func() {
		for _, seg := range held {
			seg.Release()
		}
	}()
	for id := from; id < to; id++ {
		seg, err := c.get(id)
		if err != nil {
			return 0, err
		}
		held = append(held, seg)
	}
	for _, seg := range held {
		for _, v := range seg.data {
			sum += v
		}
	}
	return sum, nil
}

func main() {
	c := &cache{limit: 4, byID: map[int]*list.Element{}}
	var wg sync.WaitGroup
	results := make([]string, 8)
	for i := range results {
		wg.Go(func() {
			sum, err := scan(c, i, i+5)
			results[i] = fmt.Sprint(sum, err)
		})
	}
	wg.Wait()
	for _, r := range results {
		fmt.Println(r)
	}
	c.close()
	_, err := c.get(3)
	fmt.Println(err, open.Load())
}
