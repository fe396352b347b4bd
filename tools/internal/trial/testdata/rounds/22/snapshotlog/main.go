// truth: correct

// Command snapshotlog keeps versions of a segment list; iterators see the version they began with.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type segment struct {
	refs   atomic.Int64
	name   string
	lines  []string
	closed func(name string)
}

func newSegment(name string, closed func(string), lines ...string) *segment {
	s := &segment{name: name, lines: lines, closed: closed}
	s.refs.Store(1)
	return s
}

func (s *segment) IncRef() { s.refs.Add(1) }

func (s *segment) DecRef() {
	if n := s.refs.Add(-1); n == 0 {
		s.lines = nil
		s.closed(s.name)
	} else if n < 0 {
		panic("segment " + s.name)
	}
}

type version struct {
	refs     atomic.Int64
	segments []*segment // one reference each
}

// newVersion takes references of its own.
func newVersion(segments []*segment) *version {
	v := &version{segments: segments}
	v.refs.Store(1)
	for _, s := range segments {
		s.IncRef()
	}
	return v
}

func (v *version) IncRef() { v.refs.Add(1) }

func (v *version) DecRef() {
	if v.refs.Add(-1) == 0 {
		for _, s := range v.segments {
			s.DecRef()
		}
	}
}

type log struct {
	mu      sync.Mutex
	current *version
}

func (l *log) snapshot() *version {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.current.IncRef()
	return l.current
}

func (l *log) edit(change func([]*segment) []*segment) {
	l.mu.Lock()
	old := l.current
	fresh := change(append([]*segment(nil), old.segments...))
	l.current = newVersion(fresh)
	l.mu.Unlock()
	old.DecRef()
}

// add takes s over.
func (l *log) add(s *segment) {
	l.edit(func(all []*segment) []*segment { return append(all, s) })
	s.DecRef()
}

func (l *log) compact(closed func(string)) {
	var merged *segment
	l.edit(func(all []*segment) []*segment {
		var lines []string
		for _, s := range all {
			lines = append(lines, s.lines...)
		}
		merged = newSegment("merged", closed, lines...)
		return []*segment{merged}
	})
	merged.DecRef()
}

func (l *log) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.current.DecRef()
	l.current = nil
}

func count(v *version) (n int) {
	defer v.DecRef()
	for _, s := range v.segments {
		n += len(s.lines)
	}
	return n
}

func main() {
	var mu sync.Mutex
	var gone []string
	closed := func(name string) {
		mu.Lock()
		defer mu.Unlock()
		gone = append(gone, name)
	}
	l := &log{current: newVersion(nil)}
	l.add(newSegment("s1", closed, "a", "b"))
	l.add(newSegment("s2", closed, "c"))
	before := l.snapshot()
	l.compact(closed)
	fmt.Println(gone)
	l.add(newSegment("s3", closed, "d"))
	var wg sync.WaitGroup
	for range 3 {
		v := l.snapshot()
		wg.Go(func() {
			if n := count(v); n != 4 {
				fmt.Println("unexpected", n)
			}
		})
	}
	wg.Wait()
	fmt.Println(count(before), gone)
	l.close()
	fmt.Println(gone)
}
