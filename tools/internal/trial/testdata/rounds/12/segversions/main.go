// truth: correct

package main

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

// A snapshot of the segments of a search index; readers pin one.

type Segment struct {
	refs  atomic.Int64
	terms map[string][]int
	onEnd func()
}

func NewSegment(onEnd func(), docs map[string][]int) *Segment {
	s := &Segment{terms: docs, onEnd: onEnd}
	s.refs.Store(1)
	return s
}

func (s *Segment) IncRef() { s.refs.Add(1) }

func (s *Segment) DecRef() {
	if n := s.refs.Add(-1); n == 0 {
		s.terms = nil
		s.onEnd()
	} else if n < 0 {
		panic("segment: negative count")
	}
}

type snapshot struct {
	segs []*Segment
}

func (s *snapshot) close() {
	for _, seg := range s.segs {
		seg.DecRef()
	}
	s.segs = nil
}

func (s *snapshot) search(term string) []int {
	var docs []int
	for _, seg := range s.segs {
		docs = append(docs, seg.terms[term]...)
	}
	sort.Ints(docs)
	return docs
}

type index struct {
	mu   sync.Mutex
	segs []*Segment
	live atomic.Int64
}

func (ix *index) add(docs map[string][]int) {
	ix.live.Add(1)
	seg := NewSegment(func() { ix.live.Add(-1) }, docs)
	ix.mu.Lock()
	ix.segs = append(ix.segs, seg)
	ix.mu.Unlock()
}

func (ix *index) pin() *snapshot {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	snap := &snapshot{segs: make([]*Segment, 0, len(ix.segs))}
	for _, seg := range ix.segs {
		seg.IncRef()
		snap.segs = append(snap.segs, seg)
	}
	return snap
}

func (ix *index) merge() {
	snap := ix.pin()
	defer snap.close()
	merged := map[string][]int{}
	for _, seg := range snap.segs {
		for term, docs := range seg.terms {
			merged[term] = append(merged[term], docs...)
		}
	}
	ix.live.Add(1)
	next := NewSegment(func() { ix.live.Add(-1) }, merged)
	ix.mu.Lock()
	old := ix.segs[:len(snap.segs)]
	ix.segs = append([]*Segment{next}, ix.segs[len(snap.segs):]...)
	ix.mu.Unlock()
	for _, seg := range old {
		seg.DecRef()
	}
}

func (ix *index) Close() {
	ix.mu.Lock()
	segs := ix.segs
	ix.segs = nil
	ix.mu.Unlock()
	for _, seg := range segs {
		seg.DecRef()
	}
}

func main() {
	ix := &index{}
	for i := range 4 {
		ix.add(map[string][]int{"go": {i}, "pool": {i * 10}})
	}
	before := ix.pin()
	ix.merge()
	ix.add(map[string][]int{"go": {99}})
	after := ix.pin()
	fmt.Println(before.search("go"), after.search("go"), ix.live.Load())
	before.close()
	fmt.Println(ix.live.Load(), len(after.search("pool")))
	after.close()
	ix.Close()
	fmt.Println(ix.live.Load())
}
