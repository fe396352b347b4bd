// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// A segment of the index is read by searches while merges replace it.
type segment struct {
	refs atomic.Int32
	name string
	docs []string
	gone func(*segment)
}

func NewSegment(name string, docs []string, gone func(*segment)) *segment {
	s := &segment{name: name, docs: docs, gone: gone}
	s.refs.Store(1)
	return s
}

func (s *segment) IncRef() { s.refs.Add(1) }

func (s *segment) DecRef() {
	switch n := s.refs.Add(-1); {
	case n == 0:
		s.docs = nil
		s.gone(s)
	case n < 0:
		panic("segment " + s.name + ": too many DecRefs")
	}
}

type catalog struct {
	mu       sync.Mutex
	segments []*segment
	deleted  []string
}

func (c *catalog) forget(s *segment) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deleted = append(c.deleted, s.name)
}

// view returns the segments of this moment. The caller gives each up.
func (c *catalog) view() []*segment {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := append([]*segment(nil), c.segments...)
	for _, s := range v {
		s.IncRef()
	}
	return v
}

func giveUp(v []*segment) {
	for _, s := range v {
		s.DecRef()
	}
}

func (c *catalog) add(s *segment) {
	c.mu.Lock()
	c.segments = append(c.segments, s)
	c.mu.Unlock()
}

var errFewSegments = errors.New("nothing to merge")

// merge replaces all segments by one. Only one merge runs at a time.
func (c *catalog) merge(name string) error {
	olds := c.view()
	defer giveUp(olds)
	if len(olds) < 2 {
		return errFewSegments
	}
	var docs []string
	for _, s := range olds {
		docs = append(docs, s.docs...)
	}
	merged := NewSegment(name, docs, c.forget)
	c.mu.Lock()
	replaced := c.segments[:len(olds)]
	c.segments = append([]*segment{merged}, c.segments[len(olds):]...)
	c.mu.Unlock()
	giveUp(replaced)
	return nil
}

func (c *catalog) search(word string) (n int) {
	v := c.view()
	defer giveUp(v)
	for _, s := range v {
		for _, d := range s.docs {
			if d == word {
				n++
			}
		}
	}
	return n
}

func (c *catalog) close() {
	c.mu.Lock()
	segments := c.segments
	c.segments = nil
	c.mu.Unlock()
	giveUp(segments)
}

func main() {
	c := &catalog{}
	fmt.Println(c.merge("m0"))
	for i := range 3 {
		c.add(NewSegment(fmt.Sprint("s", i), []string{"go", "c"}, c.forget))
	}
	v := c.view()
	var wg sync.WaitGroup
	found := make([]int, 4)
	for i := range found {
		wg.Go(func() { found[i] = c.search("go") })
	}
	wg.Wait()
	err := c.merge("m1")
	fmt.Println(found, err, c.search("go"), len(c.deleted), len(v[0].docs))
	giveUp(v)
	fmt.Println(c.deleted)
	c.close()
	fmt.Println(c.deleted)
}
