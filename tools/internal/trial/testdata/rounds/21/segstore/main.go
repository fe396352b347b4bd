// truth: leak line 71 callee
package main

import (
	"errors"
	"fmt"
	"sync/atomic"
)

var live atomic.Int64

// Segment is a piece of a backup that readers share with the writer.
type Segment struct {
	refs   atomic.Int32
	id     int
	blocks [][]byte
	sealed bool
}

func NewSegment(id int) *Segment {
	s := &Segment{id: id}
	s.refs.Store(1)
	live.Add(1)
	return s
}

func (s *Segment) Retain() { s.refs.Add(1) }

func (s *Segment) Release() {
	switch n := s.refs.Add(-1); {
	case n == 0:
		s.blocks = nil
		live.Add(-1)
	case n < 0:
		panic(fmt.Sprintf("segment %d: %d references", s.id, n))
	}
}

func (s *Segment) append(block []byte) { s.blocks = append(s.blocks, block) }

type index struct {
	byID   map[int]*Segment
	active *Segment
	max    int
}

// install makes seg the active segment. The index has a reference of its own.
func (x *index) install(seg *Segment) error {
	if len(x.byID) >= x.max {
		return errors.New("index full")
	}
	seg.Retain()
	if x.active != nil {
		x.active.sealed = true
	}
	x.byID[seg.id] = seg
	x.active = seg
	return nil
}

func (x *index) close() {
	for id, seg := range x.byID {
		delete(x.byID, id)
		seg.Release()
	}
	x.active = nil
}

// rotate begins a new segment with the block that did not fit any more.
func rotate(x *index, id int, block []byte) error {
	seg := NewSegment(id)
	seg.append(block)
	if err := x.install(seg); err != nil {
		seg.Release()
		return fmt.Errorf("segment %d: %w", id, err)
	}
	return nil
}

func main() {
	x := &index{byID: map[int]*Segment{}, max: 3}
	for i := range 5 {
		if err := rotate(x, i, []byte{byte(i)}); err != nil {
			fmt.Println(err)
			continue
		}
		x.active.append([]byte("more"))
	}
	blocks := 0
	for _, seg := range x.byID {
		blocks += len(seg.blocks)
	}
	fmt.Println(len(x.byID), "segments,", blocks, "blocks")
	x.close()
	fmt.Println(live.Load(), "live")
}
