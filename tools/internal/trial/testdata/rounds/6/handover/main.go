// truth: zero-ref line 45 plain
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	Stream  uint32
	Payload []byte
}

func (f *Frame) Reset() { *f = Frame{Payload: f.Payload[:0]} }

var frames = rcpool.Pool[Frame]{Name: "frames"}

type conn struct {
	out     chan rcpool.Ref[Frame]
	written int
	count   int
}

var errClosed = errors.New("connection closed")

// send gives a frame to the writer of the connection, and counts its bytes.
func (c *conn) send(ctx context.Context, stream uint32, data []byte) error {
	frame := frames.Get()
	defer rcpool.Drop(&frame)
	f := frame.Value()
	f.Stream = stream
	f.Payload = append(f.Payload, data...)
	if len(f.Payload) > 1<<14 {
		return fmt.Errorf("stream %d: frame of %d bytes", stream, len(f.Payload))
	}
	if ctx.Err() != nil {
		return errClosed
	}
	c.out <- rcpool.Move(&frame)
	c.count++
	c.written += len(frame.Value().Payload)
	return nil
}

func (c *conn) writeLoop(done chan<- int) {
	total := 0
	for frame := range c.out {
		total += len(frame.Value().Payload)
		frame.Release()
	}
	done <- total
}

func try(f func() error) (err error) {
	defer func() {
		if p, ok := recover().(error); ok {
			err = p
		}
	}()
	return f()
}

func main() {
	c := &conn{out: make(chan rcpool.Ref[Frame], 8)}
	done := make(chan int)
	go c.writeLoop(done)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	fmt.Println(try(func() error { return c.send(ctx, 1, make([]byte, 1<<15)) }))
	err := try(func() error { return c.send(ctx, 3, []byte("hello")) })
	fmt.Println(errors.Is(err, rcpool.ZeroRef))
	close(c.out)
	fmt.Println(<-done, c.count, c.written)
}
