// truth: correct

// Command segrefs is an append-only log of segments. Readers hold references,
// retention drops the log's own, and the last one closes the file.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

type Segment struct {
	base  int64
	data  []byte
	refs  atomic.Int32
	close func(base int64)
}

func NewSegment(base int64, onClose func(int64)) *Segment {
	s := &Segment{base: base, close: onClose}
	s.refs.Store(1)
	return s
}

func (s *Segment) IncRef() { s.refs.Add(1) }

// TryIncRef fails if the segment has been closed.
func (s *Segment) TryIncRef() bool {
	for {
		n := s.refs.Load()
		if n == 0 {
			return false
		}
		if s.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (s *Segment) DecRef() {
	if s.refs.Add(-1) == 0 {
		s.data = nil
		s.close(s.base)
	}
}

type Log struct {
	mu       sync.Mutex
	size     int
	segments []*Segment
	closed   map[int64]bool
}

func (l *Log) onClose(base int64) { l.closed[base] = true } // under l.mu

func (l *Log) Append(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.segments)
	if n == 0 || len(l.segments[n-1].data)+len(text) > l.size {
		base := int64(0)
		if n > 0 {
			base = l.segments[n-1].base + int64(len(l.segments[n-1].data))
		}
		l.segments = append(l.segments, NewSegment(base, l.onClose))
		n++
	}
	last := l.segments[n-1]
	last.data = append(last.data, text...)
}

func (l *Log) Retain(keep int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.segments) > keep {
		l.segments[0].DecRef()
		l.segments = l.segments[1:]
	}
}

var errTruncated = errors.New("offset is no longer retained")

// A Cursor reads from an offset on. It must be closed.
type Cursor struct {
	log *Log
	seg *Segment
	pos int
}

func (l *Log) Open(offset int64) (*Cursor, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.segments {
		if offset >= s.base && offset < s.base+int64(len(s.data)) {
			s.IncRef()
			return &Cursor{log: l, seg: s, pos: int(offset - s.base)}, nil
		}
	}
	return nil, errTruncated
}

// Next returns a copy of up to n bytes, and moves on to the next segment.
func (c *Cursor) Next(n int) string {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	if c.pos == len(c.seg.data) {
		end := c.seg.base + int64(c.pos)
		for _, s := range c.log.segments {
			if s.base == end && s != c.seg && s.TryIncRef() {
				c.seg.DecRef()
				c.seg, c.pos = s, 0
				break
			}
		}
	}
	part := c.seg.data[c.pos:min(c.pos+n, len(c.seg.data))]
	c.pos += len(part)
	return string(part)
}

func (c *Cursor) Close() {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	if c.seg != nil {
		c.seg.DecRef()
		c.seg = nil
	}
}

func main() {
	l := &Log{size: 10, closed: map[int64]bool{}}
	for i := range 12 {
		l.Append(fmt.Sprintf("r%02d,", i))
	}
	cur, err := l.Open(4)
	if err != nil {
		panic(err)
	}
	l.Retain(2)
	_, err = l.Open(4)
	fmt.Println(err, len(l.closed))
	fmt.Println(cur.Next(2), cur.Next(100), cur.Next(100))
	tail, err := l.Open(41)
	if err != nil {
		panic(err)
	}
	cur.Close()
	cur.Close()
	fmt.Println(tail.Next(3), tail.Next(9))
	tail.Close()
	l.Retain(0)
	fmt.Println(len(l.closed))
}
