// truth: double-release line 105,110 callee

// Command wsbroadcast sends events to all clients of a room, as text frames.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

type frameBuffer struct {
	bytes.Buffer
	opcode byte
}

var framePool = sync.Pool{New: func() any { return new(frameBuffer) }}

func getFrame(opcode byte) *frameBuffer {
	f := framePool.Get().(*frameBuffer)
	f.Reset()
	f.opcode = opcode
	return f
}

func putFrame(f *frameBuffer) {
	if f.Cap() <= 16<<10 {
		framePool.Put(f)
	}
}

const (
	text  = 1
	pong  = 10
	limit = 4 << 10
)

var errTooLong = errors.New("event is too long")

type client struct {
	name string
	mu   sync.Mutex
	w    io.Writer
	sent int
}

// write sends one frame. The frame may go to several clients.
func (c *client) write(f *frameBuffer) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	head := binary.BigEndian.AppendUint16([]byte{0x80 | f.opcode}, uint16(f.Len()))
	if _, err := c.w.Write(head); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	if _, err := c.w.Write(f.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	c.sent++
	return nil
}

// reply sends one frame to this client only.
func (c *client) reply(f *frameBuffer) error {
	err := c.write(f)
	putFrame(f)
	return err
}

type room struct {
	mu      sync.RWMutex
	clients map[string]*client
}

func (r *room) broadcast(event any) error {
	f := getFrame(text)
	defer putFrame(f)
	if err := json.NewEncoder(f).Encode(event); err != nil {
		return err
	}
	if f.Len() > limit {
		return errTooLong
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	var errs []error
	for _, c := range r.clients {
		errs = append(errs, c.write(f))
	}
	return errors.Join(errs...)
}

// ping answers the ping of a client with the same payload.
func (r *room) ping(name string, payload []byte) error {
	r.mu.RLock()
	c, ok := r.clients[name]
	r.mu.RUnlock()
	if !ok {
		return fmt.Errorf("no client %q", name)
	}
	f := getFrame(pong)
	defer putFrame(f)
	if len(payload) > 125 {
		return errTooLong
	}
	f.Write(payload)
	return c.reply(f)
}

type sink struct {
	n      int
	broken bool
}

func (s *sink) Write(p []byte) (int, error) {
	if s.broken {
		return 0, io.ErrClosedPipe
	}
	s.n += len(p)
	return len(p), nil
}

func main() {
	var a, b sink
	r := &room{clients: map[string]*client{
		"ada": {name: "ada", w: &a}, "bob": {name: "bob", w: &b},
	}}
	fmt.Println(r.broadcast(map[string]any{"kind": "join", "who": "ada"}))
	fmt.Println(r.ping("bob", []byte("are you there?")))
	fmt.Println(r.ping("eve", nil), r.ping("ada", make([]byte, 200)))
	b.broken = true
	fmt.Println(r.broadcast(make([]byte, 5<<10)), r.broadcast("bye"))
	fmt.Println(a.n, b.n)
}
