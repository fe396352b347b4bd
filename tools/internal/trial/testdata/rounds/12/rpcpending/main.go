// truth: correct

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Reply struct {
	Seq    uint32
	Status int
	Data   []byte
}

func (r *Reply) Reset() { *r = Reply{Data: r.Data[:0]} }

var replies = rcpool.Pool[Reply]{Name: "replies"}

type call struct {
	done chan rcpool.Ref[Reply]
}

type client struct {
	mu      sync.Mutex
	seq     uint32
	pending map[uint32]*call
	wire    chan uint32
	wg      sync.WaitGroup
}

var errStatus = errors.New("bad status")

func dial() *client {
	c := &client{pending: make(map[uint32]*call), wire: make(chan uint32, 16)}
	c.wg.Add(1)
	go c.readLoop()
	return c
}

func (c *client) readLoop() {
	defer c.wg.Done()
	for seq := range c.wire {
		if seq%5 == 0 {
			time.Sleep(3 * time.Millisecond)
		}
		reply := replies.Get()
		reply.Value().Seq = seq
		reply.Value().Status = int(seq % 3)
		reply.Value().Data = fmt.Appendf(reply.Value().Data, "pong %d", seq)
		c.deliver(seq, reply)
	}
}

func (c *client) deliver(seq uint32, reply rcpool.Ref[Reply]) {
	c.mu.Lock()
	cl, ok := c.pending[seq]
	delete(c.pending, seq)
	c.mu.Unlock()
	if !ok {
		reply.Release()
		return
	}
	cl.done <- reply // buffered, and only the one who deleted the entry sends
}

func (c *client) forget(seq uint32, cl *call) {
	c.mu.Lock()
	_, mine := c.pending[seq]
	delete(c.pending, seq)
	c.mu.Unlock()
	if !mine {
		late := <-cl.done
		late.Release()
	}
}

func (c *client) do(ctx context.Context) (string, error) {
	cl := &call{done: make(chan rcpool.Ref[Reply], 1)}
	c.mu.Lock()
	c.seq++
	seq := c.seq
	c.pending[seq] = cl
	c.mu.Unlock()
	c.wire <- seq
	select {
	case reply := <-cl.done:
		defer reply.Release()
		if reply.Value().Status == 2 {
			return "", errStatus
		}
		return string(reply.Value().Data), nil
	case <-ctx.Done():
		c.forget(seq, cl)
		return "", ctx.Err()
	}
}

func (c *client) close() {
	close(c.wire)
	c.wg.Wait()
}

func main() {
	c := dial()
	var ok, bad, late int
	for range 30 {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
		_, err := c.do(ctx)
		cancel()
		switch {
		case err == nil:
			ok++
		case errors.Is(err, errStatus):
			bad++
		default:
			late++
		}
	}
	c.close()
	fmt.Println(ok+bad+late, len(c.pending))
}
