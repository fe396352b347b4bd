// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Call struct {
	Seq   uint32
	Reply chan string
}

type Client struct {
	calls    rcpool.Pool[Call]
	mu       sync.Mutex
	next     uint32
	waiting  map[uint32]rcpool.Ref[Call] // owns
	timeouts atomic.Int32
}

func NewClient() *Client {
	c := &Client{waiting: map[uint32]rcpool.Ref[Call]{}}
	c.calls.New = func() *Call { return &Call{Reply: make(chan string, 1)} }
	c.calls.Reset = func(k *Call) {
		k.Seq = 0
		k.Reply = make(chan string, 1)
	}
	return c
}

func (c *Client) take(seq uint32) (rcpool.Ref[Call], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ref, ok := c.waiting[seq]
	delete(c.waiting, seq)
	return ref, ok
}

func (c *Client) answer(seq uint32, text string) bool {
	ref, ok := c.take(seq)
	if !ok {
		return false
	}
	defer ref.Release()
	ref.Value().Reply <- text
	return true
}

func (c *Client) Do(send func(uint32), limit time.Duration) (seq uint32, reply string) {
	call := c.calls.Get()
	defer call.Release()
	c.mu.Lock()
	c.next++
	seq = c.next
	call.Value().Seq = seq
	c.waiting[seq] = call.Retain()
	c.mu.Unlock()
	stop := call.AfterFunc(limit, func(k *Call) {
		if c.answer(k.Seq, "timeout") {
			c.timeouts.Add(1)
		}
	})
	defer stop()
	send(seq)
	return seq, <-call.Value().Reply
}

func main() {
	c := NewClient()
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			seq, text := c.Do(func(n uint32) {
				if n%2 == 0 {
					go c.answer(n, fmt.Sprint("reply ", n))
				}
			}, 50*time.Millisecond)
			if (text == "timeout") != (seq%2 == 1) {
				panic(text)
			}
		})
	}
	wg.Wait()
	fmt.Println("timeouts", c.timeouts.Load())
}
