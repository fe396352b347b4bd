// truth: correct

// Command rpcclient multiplexes calls over one connection and matches answers
// to calls by their number.
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type message struct {
	id   uint32
	body []byte
}

func (m *message) Reset() { m.id, m.body = 0, m.body[:0] }

var messages = rcpool.Pool[message]{Name: "rpc.messages"}

var errClosed = errors.New("connection is closed")

func writeMessage(w io.Writer, m *message) error {
	var head [8]byte
	binary.BigEndian.PutUint32(head[:4], m.id)
	binary.BigEndian.PutUint32(head[4:], uint32(len(m.body)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(m.body)
	return err
}

// readMessage returns a message that the caller owns.
func readMessage(r io.Reader) (ref rcpool.Ref[message], err error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return ref, err
	}
	ref = messages.Get()
	m := ref.Value()
	m.id = binary.BigEndian.Uint32(head[:4])
	m.body = append(m.body, make([]byte, binary.BigEndian.Uint32(head[4:]))...)
	if _, err := io.ReadFull(r, m.body); err != nil {
		rcpool.Drop(&ref)
		return ref, err
	}
	return ref, nil
}

type client struct {
	conn net.Conn

	mu      sync.Mutex
	next    uint32
	pending map[uint32]chan rcpool.Ref[message]
	closed  bool
	done    chan struct{}
}

func dial(conn net.Conn) *client {
	c := &client{conn: conn, pending: make(map[uint32]chan rcpool.Ref[message]), done: make(chan struct{})}
	go c.read()
	return c
}

func (c *client) take(id uint32) (chan rcpool.Ref[message], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch, ok := c.pending[id]
	delete(c.pending, id)
	return ch, ok
}

func (c *client) read() {
	defer close(c.done)
	in := bufio.NewReader(c.conn)
	for {
		ref, err := readMessage(in)
		if err != nil {
			break
		}
		if ch, ok := c.take(ref.Value().id); ok {
			ch <- ref // has room for one
		} else {
			ref.Release() // the caller has given up
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for id, ch := range c.pending {
		delete(c.pending, id)
		close(ch)
	}
}

func (c *client) call(ctx context.Context, text string, f func([]byte)) error {
	ch := make(chan rcpool.Ref[message], 1)
	req := messages.Get()
	defer req.Release()
	req.Value().body = append(req.Value().body, text...)

	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return errClosed
	}
	c.next++
	id := c.next
	req.Value().id = id
	c.pending[id] = ch
	err := writeMessage(c.conn, req.Value())
	c.mu.Unlock()
	if err != nil {
		c.take(id)
		return err
	}
	select {
	case answer, ok := <-ch:
		if !ok {
			return errClosed
		}
		defer answer.Release()
		f(answer.Value().body)
		return nil
	case <-ctx.Done():
		if _, waiting := c.take(id); waiting {
			return ctx.Err()
		}
		// Either an answer is being handed over, or the connection has closed.
		if late, ok := <-ch; ok {
			late.Release()
		}
		return ctx.Err()
	}
}

func serve(conn net.Conn) {
	defer conn.Close()
	for n := 1; ; n++ {
		ref, err := readMessage(conn)
		if err != nil {
			return
		}
		if n%4 == 0 {
			time.Sleep(8 * time.Millisecond)
		}
		err = writeMessage(conn, ref.Value())
		ref.Release()
		if err != nil || n == 9 {
			return
		}
	}
}

func main() {
	a, b := net.Pipe()
	go serve(b)
	c := dial(a)
	failed := 0
	for i := range 12 {
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Millisecond)
		if err := c.call(ctx, fmt.Sprint("ping ", i), func(b []byte) { _ = b[0] }); err != nil {
			failed++
		}
		cancel()
	}
	a.Close()
	<-c.done
	fmt.Println("failed some:", failed > 0)
}
