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

type Call struct {
	Method string
	mu     sync.Mutex `rcpool:"keep"`
	done   chan error `rcpool:"keep"`
}

func (c *Call) finish(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case c.done <- err:
	default: // somebody was first
	}
}

func (c *Call) Reset() {
	c.Method = ""
	select {
	case <-c.done:
	default:
	}
}

var calls = rcpool.Pool[Call]{
	Name: "calls",
	New:  func() *Call { return &Call{done: make(chan error, 1)} },
}

var errTimeout = errors.New("timeout")

type client struct {
	wg      sync.WaitGroup
	backend func(method string) error
}

func (c *client) do(ctx context.Context, method string, limit time.Duration) error {
	call := calls.Get()
	defer call.Release()
	v := call.Value()
	v.Method = method
	stopTimer := call.AfterFunc(limit, func(late *Call) { late.finish(errTimeout) })
	defer stopTimer()
	stopCtx := call.AfterDone(ctx, func(off *Call) { off.finish(context.Cause(ctx)) })
	defer stopCtx()
	c.wg.Go(call.Hold(func(mine *Call) { mine.finish(c.backend(mine.Method)) }))
	return <-v.done
}

func main() {
	c := &client{backend: func(method string) error {
		switch method {
		case "slow":
			time.Sleep(20 * time.Millisecond)
		case "bad":
			return errors.New("unknown method")
		}
		return nil
	}}
	ctx, cancel := context.WithCancel(context.Background())
	fmt.Println(c.do(ctx, "fast", time.Second))
	fmt.Println(c.do(ctx, "bad", time.Second))
	fmt.Println(c.do(ctx, "slow", 2*time.Millisecond))
	time.AfterFunc(2*time.Millisecond, cancel)
	fmt.Println(c.do(ctx, "slow", time.Second))
	c.wg.Wait()
}
