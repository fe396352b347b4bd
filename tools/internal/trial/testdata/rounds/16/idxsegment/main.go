// truth: correct

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type segment struct {
	refs  atomic.Int64
	name  string
	docs  []int
	files *atomic.Int64
}

func newSegment(name string, files *atomic.Int64, docs ...int) *segment {
	s := &segment{name: name, docs: docs, files: files}
	s.refs.Store(1)
	files.Add(1)
	return s
}

func (s *segment) IncRef() { s.refs.Add(1) }

func (s *segment) DecRef() {
	if n := s.refs.Add(-1); n == 0 {
		s.files.Add(-1)
	} else if n < 0 {
		panic(s.name + ": too many DecRef")
	}
}

type snapshot struct{ segs []*segment }

func (s *snapshot) search(doc int) (n int) {
	for _, seg := range s.segs {
		for _, d := range seg.docs {
			if d == doc {
				n++
			}
		}
	}
	return n
}

func (s *snapshot) close() {
	for _, seg := range s.segs {
		seg.DecRef()
	}
	s.segs = nil
}

type index struct {
	mu    sync.Mutex
	files atomic.Int64
	segs  []*segment
	gen   int
}

func (ix *index) acquire() *snapshot {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	s := &snapshot{segs: make([]*segment, 0, len(ix.segs))}
	for _, seg := range ix.segs {
		seg.IncRef()
		s.segs = append(s.segs, seg)
	}
	return s
}

func (ix *index) add(docs ...int) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.gen++
	ix.segs = append(ix.segs, newSegment(fmt.Sprint("_", ix.gen), &ix.files, docs...))
}

// merge replaces the two oldest segments by one.
func (ix *index) merge() bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if len(ix.segs) < 3 {
		return false
	}
	a, b := ix.segs[0], ix.segs[1]
	ix.gen++
	merged := newSegment(fmt.Sprint("_", ix.gen), &ix.files, append(append([]int(nil), a.docs...), b.docs...)...)
	ix.segs = append([]*segment{merged}, ix.segs[2:]...)
	a.DecRef()
	b.DecRef()
	return true
}

// newest returns a reference to the last segment, or nil.
func (ix *index) newest() *segment {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if len(ix.segs) == 0 {
		return nil
	}
	s := ix.segs[len(ix.segs)-1]
	s.IncRef()
	return s
}

func (ix *index) close() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for i, s := range ix.segs {
		ix.segs[i] = nil
		s.DecRef()
	}
	ix.segs = nil
}

func main() {
	ix := &index{}
	var wg sync.WaitGroup
	var found atomic.Int64
	for g := range 3 {
		wg.Go(func() {
			for i := range 30 {
				ix.add(i, i+g)
				snap := ix.acquire()
				found.Add(int64(snap.search(i)))
				if i%4 == 0 {
					ix.merge()
				}
				snap.close()
				if s := ix.newest(); s != nil {
					found.Add(int64(len(s.docs)))
					s.DecRef()
				}
			}
		})
	}
	wg.Wait()
	for ix.merge() {
	}
	fmt.Println(found.Load() > 0, ix.files.Load())
	ix.close()
	fmt.Println(ix.files.Load())
}
