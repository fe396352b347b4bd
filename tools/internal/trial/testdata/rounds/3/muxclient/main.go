// truth: escape line 39,42 hard

package main

import (
	"fmt"
	"sync"
)

type frame struct {
	id      uint32
	kind    byte
	payload []byte
}

var frames = sync.Pool{New: func() any { return &frame{payload: make([]byte, 0, 512)} }}

func newFrame(id uint32, kind byte) *frame {
	f := frames.Get().(*frame)
	f.id, f.kind, f.payload = id, kind, f.payload[:0]
	return f
}

// A client has many requests in flight on one connection. It keeps what was
// sent until the answer is there, to send it again after a reconnect.
type client struct {
	mu     sync.Mutex
	next   uint32
	unsent map[uint32]*frame
	wire   func(*frame) error
}

func (c *client) request(text string) (uint32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	f := newFrame(c.next, 'q')
	f.payload = append(f.payload, text...)
	c.unsent[f.id] = f
	err := c.wire(f)
	id := f.id
	frames.Put(f)
	return id, err
}

func (c *client) ping() error {
	f := newFrame(0, 'p')
	defer frames.Put(f)
	return c.wire(f)
}

func (c *client) answered(id uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.unsent, id)
}

func (c *client) reconnect() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, f := range c.unsent {
		if f.id != id {
			return fmt.Errorf("request %d became %d", id, f.id)
		}
		if err := c.wire(f); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	sent := 0
	c := &client{unsent: make(map[uint32]*frame), wire: func(f *frame) error {
		sent += len(f.payload)
		return nil
	}}
	for i := range 12 {
		id, err := c.request(fmt.Sprint("request ", i))
		if err != nil {
			panic(err)
		}
		if i%4 == 0 {
			c.answered(id)
		}
		if err := c.ping(); err != nil {
			panic(err)
		}
	}
	if err := c.reconnect(); err != nil {
		panic(err)
	}
	fmt.Println(sent)
}
