// Package heldfunctions has functions in fields and variables that hold no other.
package heldfunctions

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Frame has data.
type Frame struct{ Data []byte }

// Reset empties the frame.
func (f *Frame) Reset() { f.Data = f.Data[:0] }

var (
	frames  = rcpool.Pool[Frame]{Name: "frames"}
	buffers = sync.Pool{New: func() any { return new(Frame) }}
)

// A codec takes and gives back its frames through fields.
type codec struct {
	alloc func() *Frame
	free  func(*Frame)
	last  int
}

func newCodec() *codec {
	return &codec{
		alloc: func() *Frame { return buffers.Get().(*Frame) },
		free: func(f *Frame) {
			f.Reset()
			buffers.Put(f)
		},
	}
}

// A cache calls onEvict with what it drops.
type cache struct {
	byKey   map[string]rcpool.Ref[Frame]
	onEvict func(string, rcpool.Ref[Frame])
	evicted []string
}

func newCache() *cache {
	c := &cache{byKey: map[string]rcpool.Ref[Frame]{}}
	c.onEvict = func(key string, frame rcpool.Ref[Frame]) {
		c.evicted = append(c.evicted, key)
		frame.Release()
	}
	return c
}

// A tap may be given another function.
type tap struct{ drain func(*Frame) }

func newTap() *tap { return &tap{drain: func(f *Frame) { buffers.Put(f) }} }

func newDryTap() *tap { return &tap{drain: func(*Frame) {}} }

var discard = func(f *Frame) { buffers.Put(f) }

// A hub sends requests, and others take what waits for an answer.
type hub struct {
	mu      sync.Mutex
	pending map[int]*Frame
	send    func(id int)
	done    sync.WaitGroup
}

func newHub() *hub {
	h := &hub{pending: map[int]*Frame{}}
	h.send = func(id int) { h.done.Go(func() { h.deliver(id) }) }
	return h
}

func (h *hub) deliver(id int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.pending, id)
}
