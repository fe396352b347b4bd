// truth: leak line 88,95,97 hard

// Command seglru keeps recently used media segments of a stream in memory.
// Segments are counted: a download goes on while the cache evicts its segment.
package main

import (
	"bytes"
	"container/list"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// A Segment is a counted slab from a free list.
type Segment struct {
	refs  atomic.Int32
	owner *Slabs
	slab  []byte
	n     int
}

type Slabs struct {
	free chan []byte
	used atomic.Int32
}

func NewSegment(s *Slabs, size int) *Segment {
	var slab []byte
	select {
	case slab = <-s.free:
	default:
		slab = make([]byte, 4096)
	}
	s.used.Add(1)
	seg := &Segment{owner: s, slab: slab, n: min(size, len(slab))}
	seg.refs.Store(1)
	return seg
}

func (s *Segment) Retain() { s.refs.Add(1) }

func (s *Segment) Release() {
	switch n := s.refs.Add(-1); {
	case n < 0:
		panic("segment has no reference")
	case n == 0:
		s.owner.used.Add(-1)
		select {
		case s.owner.free <- s.slab:
		default:
		}
		s.slab = nil
	}
}

func (s *Segment) Bytes() []byte { return s.slab[:s.n] }

type item struct {
	num int
	seg *Segment
}

type Cache struct {
	slabs *Slabs
	fetch func(num int, into []byte) error
	max   int

	mu    sync.Mutex
	order list.List
	items map[int]*list.Element
}

// Segment returns a segment that the caller releases.
//
//rcpool:returns-owned
func (c *Cache) Segment(num, size int) (*Segment, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.items[num]; ok {
		c.order.MoveToFront(el)
		seg := el.Value.(*item).seg
		seg.Retain()
		return seg, nil
	}
	seg := NewSegment(c.slabs, size)
	if err := c.fetch(num, seg.Bytes()); err != nil {
		seg.Release()
		return nil, fmt.Errorf("segment %d: %w", num, err)
	}
	for c.order.Len() >= c.max {
		oldest := c.order.Back()
		delete(c.items, c.order.Remove(oldest).(*item).num)
	}
	seg.Retain()
	c.items[num] = c.order.PushFront(&item{num, seg})
	return seg, nil
}

func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for num, el := range c.items {
		delete(c.items, num)
		c.order.Remove(el).(*item).seg.Release()
	}
}

func play(c *Cache, w io.Writer, nums ...int) error {
	for _, num := range nums {
		seg, err := c.Segment(num, 1000+num)
		if err != nil {
			return err
		}
		_, err = w.Write(seg.Bytes())
		seg.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

func main() {
	slabs := &Slabs{free: make(chan []byte, 8)}
	c := &Cache{slabs: slabs, max: 3, items: make(map[int]*list.Element)}
	c.fetch = func(num int, into []byte) error {
		if num < 0 {
			return errors.New("404")
		}
		for i := range into {
			into[i] = byte(num)
		}
		return nil
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			var out bytes.Buffer
			fmt.Println(play(c, &out, 1, 2, 3, 4, 2, 5, 1, -1), out.Len())
		})
	}
	wg.Wait()
	c.Close()
	fmt.Println(slabs.used.Load())
}
