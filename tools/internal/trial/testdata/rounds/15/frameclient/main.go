// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

var errClosed = errors.New("client closed")

type client struct {
	conn    net.Conn
	mu      sync.Mutex
	next    uint32
	waiting map[uint32]chan stdpool.ByteRef
	done    chan struct{}
}

func dial(conn net.Conn) *client {
	c := &client{conn: conn, waiting: map[uint32]chan stdpool.ByteRef{}, done: make(chan struct{})}
	go c.readLoop()
	return c
}

func readFrame(r io.Reader) (uint32, stdpool.ByteRef, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, stdpool.ByteRef{}, err
	}
	n := int(binary.BigEndian.Uint32(head[4:]))
	body := stdpool.Bytes(n)
	if _, err := io.ReadFull(r, body.Value()); err != nil {
		body.Release()
		return 0, stdpool.ByteRef{}, err
	}
	return binary.BigEndian.Uint32(head[:4]), body, nil
}

func writeFrame(w io.Writer, id uint32, p []byte) error {
	out := stdpool.Bytes(8)
	defer out.Release()
	binary.BigEndian.PutUint32(out.Value(), id)
	binary.BigEndian.PutUint32(out.Value()[4:], uint32(len(p)))
	out.Append(p...)
	_, err := w.Write(out.Value())
	return err
}

func (c *client) readLoop() {
	defer close(c.done)
	for {
		id, body, err := readFrame(c.conn)
		if err != nil {
			break
		}
		c.mu.Lock()
		ch, ok := c.waiting[id]
		delete(c.waiting, id)
		c.mu.Unlock()
		if !ok {
			body.Release()
			continue
		}
		ch <- body // has room for one
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, ch := range c.waiting {
		delete(c.waiting, id)
		close(ch)
	}
}

// call returns the answer without its status byte.
func (c *client) call(p []byte) (stdpool.ByteRef, error) {
	ch := make(chan stdpool.ByteRef, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.waiting[id] = ch
	c.mu.Unlock()
	if err := writeFrame(c.conn, id, p); err != nil {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
		return stdpool.ByteRef{}, err
	}
	body, ok := <-ch
	if !ok {
		return stdpool.ByteRef{}, errClosed
	}
	defer body.Release()
	if body.Len() == 0 || body.Value()[0] != 0 {
		return stdpool.ByteRef{}, fmt.Errorf("call %d refused", id)
	}
	return body.Slice(1, body.Len()), nil
}

func serve(conn net.Conn) {
	defer conn.Close()
	for range 4 {
		id, body, err := readFrame(conn)
		if err != nil {
			return
		}
		status := byte(len(body.Value()) & 1)
		answer := append([]byte{status}, body.Value()...)
		body.Release()
		if writeFrame(conn, id, answer) != nil {
			return
		}
	}
}

func main() {
	a, b := net.Pipe()
	served := make(chan struct{})
	go func() { serve(b); close(served) }()
	c := dial(a)
	for _, m := range []string{"ping", "odd", "stop", "x"} {
		answer, err := c.call([]byte(m))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s\n", answer.Value())
		answer.Release()
	}
	a.Close()
	<-c.done
	<-served
}
