// truth: correct

package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Call struct {
	ID      int
	Reply   chan string `rcpool:"keep"`
	Expired atomic.Bool
}

func newCall() *Call { return &Call{Reply: make(chan string, 1)} }

func (c *Call) Reset() {
	c.ID = 0
	c.Expired.Store(false)
	select {
	case <-c.Reply:
	default:
	}
}

type rpc struct {
	calls   rcpool.Pool[Call]
	wire    chan rcpool.Ref[Call]
	servers sync.WaitGroup
	cancels atomic.Int32
}

func dial() *rpc {
	c := &rpc{wire: make(chan rcpool.Ref[Call], 8)}
	c.calls.Name, c.calls.New = "calls", newCall
	c.servers.Go(c.server)
	return c
}

func (c *rpc) server() {
	for call := range c.wire {
		v := call.Value()
		if v.ID%3 != 0 {
			v.Reply <- fmt.Sprint("reply ", v.ID)
		}
		call.Release()
	}
}

// Do waits for a reply. The timer and the context have references of their own,
// which they give up when they are stopped.
func (c *rpc) Do(ctx context.Context, id int, timeout time.Duration) (string, bool) {
	call := c.calls.Get()
	defer call.Release()
	v := call.Value()
	v.ID = id
	expire := func(v *Call) {
		v.Expired.Store(true)
		select {
		case v.Reply <- "":
		default:
		}
	}
	stop := call.AfterFunc(timeout, expire)
	defer stop()
	forget := call.AfterDone(ctx, func(v *Call) {
		c.cancels.Add(1)
		expire(v)
	})
	defer forget()
	c.wire <- call.Retain()
	reply := <-v.Reply
	return reply, !v.Expired.Load()
}

func (c *rpc) close() {
	close(c.wire)
	c.servers.Wait()
}

func main() {
	c := dial()
	ctx, cancel := context.WithCancel(context.Background())
	for id := 1; id <= 5; id++ {
		reply, ok := c.Do(ctx, id, 20*time.Millisecond)
		fmt.Printf("%d: %q %v\n", id, reply, ok)
	}
	time.AfterFunc(5*time.Millisecond, cancel)
	reply, ok := c.Do(ctx, 6, time.Minute)
	fmt.Printf("cancelled: %q %v, %d\n", reply, ok, c.cancels.Load())
	c.close()
}
