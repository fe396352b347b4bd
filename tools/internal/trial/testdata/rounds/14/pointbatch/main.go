// truth: correct

// Command pointbatch moves batches of points between a collector and senders, and reuses them.
package main

import (
	"errors"
	"fmt"
	"sync"
)

type point struct {
	name  string
	value float64
}

type pointBatch struct {
	points []point
	tries  int
}

type collector struct {
	free    sync.Pool
	mu      sync.Mutex
	cur     *pointBatch
	full    chan *pointBatch
	retry   chan *pointBatch
	dropped int
	size    int
}

func newCollector(size int) *collector {
	c := &collector{size: size, full: make(chan *pointBatch, 2), retry: make(chan *pointBatch, 2)}
	c.free.New = func() any { return &pointBatch{points: make([]point, 0, size)} }
	c.cur = c.get()
	return c
}

func (c *collector) get() *pointBatch { return c.free.Get().(*pointBatch) }

func (c *collector) put(b *pointBatch) {
	clear(b.points)
	b.points = b.points[:0]
	b.tries = 0
	c.free.Put(b)
}

func (c *collector) add(name string, value float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cur.points = append(c.cur.points, point{name, value})
	if len(c.cur.points) < c.size {
		return
	}
	b := c.cur
	c.cur = c.get()
	select {
	case c.full <- b:
	default:
		c.dropped += len(b.points)
		c.put(b)
	}
}

// step handles one batch, a new one before one that failed.
func (c *collector) step(send func([]point) error) bool {
	var b *pointBatch
	select {
	case b = <-c.full:
	default:
		select {
		case b = <-c.retry:
		default:
			return false
		}
	}
	b.tries++
	if err := send(b.points); err != nil && b.tries < 3 {
		select {
		case c.retry <- b:
			return true
		default:
		}
		c.lose(len(b.points))
	} else if err != nil {
		c.lose(len(b.points))
	}
	c.put(b)
	return true
}

func (c *collector) lose(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropped += n
}

func (c *collector) Close(send func([]point) error) error {
	c.mu.Lock()
	b := c.cur
	c.cur = nil
	c.mu.Unlock()
	defer c.put(b)
	for c.step(send) {
	}
	if len(b.points) == 0 {
		return nil
	}
	return send(b.points)
}

func main() {
	c := newCollector(3)
	sent, calls := 0, 0
	send := func(points []point) error {
		if calls++; calls%2 == 1 || points[0].name == "p3" {
			return errors.New("backend is busy")
		}
		sent += len(points)
		return nil
	}
	for i := range 20 {
		c.add(fmt.Sprint("p", i), float64(i))
		if i == 8 {
			c.step(send)
		}
	}
	fmt.Println(c.Close(send))
	fmt.Println(sent, c.dropped)
}
