// truth: leak line 72 callee
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var inUse atomic.Int64

type uplink struct {
	refs    atomic.Int32
	eui     uint64
	payload []byte
}

var idle = sync.Pool{New: func() any { return new(uplink) }}

func NewUplink(eui uint64, data []byte) *uplink {
	u := idle.Get().(*uplink)
	u.refs.Store(1)
	u.eui = eui
	u.payload = append(u.payload[:0], data...)
	inUse.Add(1)
	return u
}

func (u *uplink) Retain() { u.refs.Add(1) }

func (u *uplink) Release() {
	switch n := u.refs.Add(-1); {
	case n == 0:
		inUse.Add(-1)
		idle.Put(u)
	case n < 0:
		panic("uplink: released too often")
	}
}

type window struct {
	frames []*uplink
	limit  int
}

// add keeps the frame until the window closes.
func (w *window) add(u *uplink) bool {
	if len(w.frames) == w.limit {
		return false
	}
	u.Retain()
	w.frames = append(w.frames, u)
	return true
}

func (w *window) close() (bytes int) {
	for i, u := range w.frames {
		bytes += len(u.payload)
		u.Release()
		w.frames[i] = nil
	}
	w.frames = w.frames[:0]
	return bytes
}

type bridge struct {
	windows map[uint64]*window
	lost    int
}

func (b *bridge) receive(eui uint64, data []byte) {
	u := NewUplink(eui, data)
	w, ok := b.windows[eui]
	if !ok {
		w = &window{limit: 2}
		b.windows[eui] = w
	}
	if !w.add(u) {
		b.lost++
		u.Release()
	}
}

func main() {
	b := &bridge{windows: map[uint64]*window{}}
	for i := range 6 {
		b.receive(uint64(i%2), []byte{byte(i), 1, 2})
	}
	for eui := range uint64(2) {
		fmt.Println(eui, b.windows[eui].close())
	}
	fmt.Println("lost", b.lost, "in use", inUse.Load())
}
