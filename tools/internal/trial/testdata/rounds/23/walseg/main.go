// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
)

type Log struct {
	mu       sync.Mutex
	segments []*Segment
	size     int
	onFree   func(int)
}

func (l *Log) Append(e string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.segments); n == 0 || l.segments[n-1].append([]byte(e)) >= l.size {
		base := 0
		if n > 0 {
			base = l.segments[n-1].base + l.size
		}
		l.segments = append(l.segments, NewSegment(base, l.onFree))
		if n == 0 {
			l.segments[0].append([]byte(e))
		}
	}
}

// Truncate drops the segments before the one with offset.
func (l *Log) Truncate(offset int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.segments) > 1 && l.segments[1].base <= offset {
		s := l.segments[0]
		l.segments[0] = nil
		l.segments = l.segments[1:]
		s.Release()
	}
}

// Close drops all segments. Readers may go on with those that they have.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.segments {
		s.Release()
	}
	l.segments = nil
}

var errTruncated = errors.New("offset was truncated")

type Reader struct {
	log *Log
	seg *Segment
	off int
}

func (l *Log) find(offset int) (*Segment, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.segments) - 1; i >= 0; i-- {
		if s := l.segments[i]; s.base <= offset {
			s.Retain()
			return s, nil
		}
	}
	return nil, errTruncated
}

func (r *Reader) Next() ([]byte, bool, error) {
	if r.seg == nil || r.off >= r.seg.base+r.log.size {
		next, err := r.log.find(r.off)
		if err != nil {
			return nil, false, err
		}
		r.Close()
		r.seg = next
	}
	e, ok := r.seg.at(r.off - r.seg.base)
	if ok {
		r.off++
	}
	return e, ok, nil
}

func (r *Reader) Close() {
	if r.seg != nil {
		r.seg.Release()
		r.seg = nil
	}
}

func main() {
	var freed []int
	l := &Log{size: 4, onFree: func(base int) { freed = append(freed, base) }}
	for i := range 18 {
		l.Append(fmt.Sprint("entry ", i))
	}
	r := &Reader{log: l, off: 2}
	late := &Reader{log: l, off: 1}
	defer late.Close()
	for i := range 10 {
		if i == 3 {
			l.Truncate(12)
		}
		e, ok, err := r.Next()
		fmt.Printf("%s %v %v\n", e, ok, err)
		if err != nil {
			r.Close()
			break
		}
	}
	_, _, err := late.Next()
	r.Close()
	l.Close()
	fmt.Println(err, freed)
}
