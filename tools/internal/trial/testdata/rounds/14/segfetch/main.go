// truth: correct

// Command segfetch serves fetches from log segments that retention may delete meanwhile.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

type segment struct {
	refs    atomic.Int64
	base    int
	records []string
	onFree  func(base int)
}

func newSegment(base int, onFree func(int)) *segment {
	s := &segment{base: base, onFree: onFree}
	s.refs.Store(1)
	return s
}

func (s *segment) Retain() { s.refs.Add(1) }

func (s *segment) Release() {
	if s.refs.Add(-1) == 0 {
		s.records = nil
		s.onFree(s.base)
	}
}

type cursor struct {
	seg *segment
	pos int
	log *segmentLog
}

var (
	errEnd     = errors.New("end of log")
	errDeleted = errors.New("offset was deleted")
)

type segmentLog struct {
	mu   sync.Mutex
	segs []*segment
	next int
	roll int
	free func(int)
}

func (l *segmentLog) append(rec string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.segs); n == 0 || len(l.segs[n-1].records) == l.roll {
		l.segs = append(l.segs, newSegment(l.next, l.free))
	}
	last := l.segs[len(l.segs)-1]
	last.records = append(last.records, rec)
	l.next++
}

// find returns the segment that has the offset, retained.
func (l *segmentLog) find(offset int) (*segment, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.segs) == 0 || offset < l.segs[0].base {
		return nil, errDeleted
	}
	for _, s := range l.segs {
		if offset < s.base+len(s.records) {
			s.Retain()
			return s, nil
		}
	}
	return nil, errEnd
}

func (l *segmentLog) deleteBefore(offset int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.segs) > 0 && l.segs[0].base+len(l.segs[0].records) <= offset {
		l.segs[0].Release()
		l.segs[0] = nil
		l.segs = l.segs[1:]
	}
}

func (l *segmentLog) open(offset int) (*cursor, error) {
	s, err := l.find(offset)
	if err != nil {
		return nil, err
	}
	return &cursor{seg: s, pos: offset, log: l}, nil
}

// read returns the record at the offset, if the segment has it.
func (l *segmentLog) read(s *segment, offset int) (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := offset - s.base; i < len(s.records) {
		return s.records[i], true
	}
	return "", false
}

func (c *cursor) next() (string, error) {
	rec, ok := c.log.read(c.seg, c.pos)
	if !ok {
		s, err := c.log.find(c.pos)
		if err != nil {
			return "", err
		}
		c.seg.Release()
		c.seg = s
		rec, _ = c.log.read(c.seg, c.pos)
	}
	c.pos++
	return rec, nil
}

func (c *cursor) Close() {
	if c.seg != nil {
		c.seg.Release()
		c.seg = nil
	}
}

func main() {
	l := &segmentLog{roll: 2, free: func(base int) { fmt.Println("freed", base) }}
	for i := range 6 {
		l.append(fmt.Sprint("r", i))
	}
	c, err := l.open(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	l.deleteBefore(3)
	fmt.Println(c.next())
	fmt.Println(c.next())
	l.deleteBefore(6)
	fmt.Println(c.next())
	fmt.Println(c.next())
	_, err = l.open(0)
	fmt.Println(err)
}
