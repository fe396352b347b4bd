// truth: correct

// Command extentmap is the block layer of a copy-on-write file: extents are
// counted, and snapshots share them.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

const extentSize = 256

type extent struct {
	refs atomic.Int32
	data [extentSize]byte
}

var (
	free = sync.Pool{New: func() any { return new(extent) }}
	live atomic.Int64
)

// NewExtent returns an extent with one reference.
func NewExtent() *extent {
	e := free.Get().(*extent)
	e.refs.Store(1)
	live.Add(1)
	return e
}

func (e *extent) IncRef() { e.refs.Add(1) }

func (e *extent) DecRef() {
	switch n := e.refs.Add(-1); {
	case n == 0:
		clear(e.data[:])
		live.Add(-1)
		free.Put(e)
	case n < 0:
		panic("extent: too many releases")
	}
}

// A file owns a reference to each of its extents.
type file struct {
	extents []*extent
	size    int
}

var errRange = errors.New("out of range")

// clone shares the extents.
func (f *file) clone() *file {
	c := &file{extents: make([]*extent, len(f.extents)), size: f.size}
	for i, e := range f.extents {
		if e != nil {
			e.IncRef()
			c.extents[i] = e
		}
	}
	return c
}

// writable returns extent i for writing, borrowed from the file.
func (f *file) writable(i int) *extent {
	for i >= len(f.extents) {
		f.extents = append(f.extents, nil)
	}
	old := f.extents[i]
	if old == nil {
		f.extents[i] = NewExtent()
		return f.extents[i]
	}
	if old.refs.Load() == 1 {
		return old
	}
	fresh := NewExtent()
	fresh.data = old.data
	old.DecRef()
	f.extents[i] = fresh
	return fresh
}

func (f *file) writeAt(p []byte, off int) error {
	if off < 0 {
		return errRange
	}
	for len(p) > 0 {
		e := f.writable(off / extentSize)
		n := copy(e.data[off%extentSize:], p)
		p, off = p[n:], off+n
		f.size = max(f.size, off)
	}
	return nil
}

func (f *file) at(off int) (byte, error) {
	if off < 0 || off >= f.size {
		return 0, errRange
	}
	e := f.extents[off/extentSize]
	if e == nil {
		return 0, nil // a hole
	}
	return e.data[off%extentSize], nil
}

func (f *file) truncate(size int) {
	keep := (size + extentSize - 1) / extentSize
	for i := keep; i < len(f.extents); i++ {
		if e := f.extents[i]; e != nil {
			f.extents[i] = nil
			e.DecRef()
		}
	}
	f.extents = f.extents[:min(keep, len(f.extents))]
	f.size = min(f.size, size)
}

func (f *file) remove() { f.truncate(0) }

func main() {
	f := &file{}
	_ = f.writeAt([]byte("hello"), 0)
	_ = f.writeAt(make([]byte, 700), 600)
	snap := f.clone()
	_ = f.writeAt([]byte("HELLO"), 0)
	a, _ := f.at(0)
	b, _ := snap.at(0)
	hole, err := f.at(300)
	fmt.Println(string(a), string(b), hole, err, live.Load())
	f.truncate(100)
	_, err = f.at(650)
	fmt.Println(err, f.writeAt(nil, -1), live.Load())
	f.remove()
	snap.remove()
	fmt.Println("live", live.Load())
}
