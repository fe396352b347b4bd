// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// A Segment is a sealed part of the log. Its memory goes away with the last reference.
type Segment struct {
	base int
	data []string
	refs atomic.Int32
	free func(*Segment)
}

func NewSegment(base int, free func(*Segment)) *Segment {
	s := &Segment{base: base, free: free}
	s.refs.Store(1)
	return s
}

func (s *Segment) Retain() { s.refs.Add(1) }

func (s *Segment) Release() {
	switch n := s.refs.Add(-1); {
	case n == 0:
		s.free(s)
		s.data = nil
	case n < 0:
		panic("segment released twice")
	}
}

type Log struct {
	mu     sync.Mutex
	segs   []*Segment
	size   int
	freed  atomic.Int32
	closed bool
}

var errClosed, errRange = errors.New("log closed"), errors.New("out of range")

func (l *Log) Append(line string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return errClosed
	}
	if n := len(l.segs); n == 0 || len(l.segs[n-1].data) == cap(l.segs[n-1].data) {
		s := NewSegment(l.size, func(*Segment) { l.freed.Add(1) })
		s.data = make([]string, 0, 4)
		l.segs = append(l.segs, s)
	}
	last := l.segs[len(l.segs)-1]
	last.data = append(last.data, line)
	l.size++
	return nil
}

// Truncate drops the segments that end before offset.
func (l *Log) Truncate(offset int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, s := range l.segs {
		if s.base+cap(s.data) > offset {
			break
		}
		s.Release()
		n++
	}
	l.segs = append([]*Segment(nil), l.segs[n:]...)
}

type Cursor struct {
	seg  *Segment
	rows []string
	next int
}

func (l *Log) Seek(offset int) (*Cursor, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.segs {
		if offset >= s.base && offset < s.base+len(s.data) {
			s.Retain()
			return &Cursor{s, s.data[:len(s.data):len(s.data)], offset - s.base}, nil
		}
	}
	return nil, errRange
}

// Next reads up to where the segment ended at the time of Seek.
func (c *Cursor) Next() (string, bool) {
	if c.next >= len(c.rows) {
		c.Close()
		return "", false
	}
	c.next++
	return c.rows[c.next-1], true
}

func (c *Cursor) Close() {
	if c.seg != nil {
		c.seg.Release()
		c.seg, c.rows = nil, nil
	}
}

func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.segs {
		s.Release()
	}
	l.segs, l.closed = nil, true
}

func main() {
	l := &Log{}
	for i := range 14 {
		l.Append(fmt.Sprint("line ", i))
	}
	c, err := l.Seek(5)
	if err != nil {
		panic(err)
	}
	defer c.Close()
	l.Truncate(9)
	for s, ok := c.Next(); ok; s, ok = c.Next() {
		fmt.Println(s)
	}
	_, err = l.Seek(2)
	l.Close()
	fmt.Println(err, l.Append("x"), l.freed.Load())
}
