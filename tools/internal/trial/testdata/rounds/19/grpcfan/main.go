// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

type subscriber struct {
	id    int
	queue chan mem.Buffer
	bytes atomic.Int64
}

func (s *subscriber) run() {
	for b := range s.queue {
		s.bytes.Add(int64(b.Len()))
		b.Free()
	}
}

type topic struct {
	mu     sync.Mutex
	subs   map[int]*subscriber
	last   mem.Buffer
	wg     sync.WaitGroup
	missed int
}

func (t *topic) subscribe(id int) *subscriber {
	s := &subscriber{id: id, queue: make(chan mem.Buffer, 8)}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.subs[id] = s
	if t.last != nil {
		t.last.Ref()
		s.queue <- t.last
	}
	t.wg.Go(s.run)
	return s
}

// publish takes b over.
func (t *topic) publish(b mem.Buffer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.subs {
		b.Ref()
		select {
		case s.queue <- b:
		default:
			b.Free()
			t.missed++
		}
	}
	if t.last != nil {
		t.last.Free()
	}
	t.last = b
}

func (t *topic) unsubscribe(id int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, ok := t.subs[id]; ok {
		delete(t.subs, id)
		close(s.queue)
	}
}

func (t *topic) close() {
	t.mu.Lock()
	for id, s := range t.subs {
		delete(t.subs, id)
		close(s.queue)
	}
	if t.last != nil {
		t.last.Free()
		t.last = nil
	}
	t.mu.Unlock()
	t.wg.Wait()
}

type counting struct {
	mem.BufferPool
	out atomic.Int64
}

func (c *counting) Get(n int) *[]byte { c.out.Add(1); return c.BufferPool.Get(n) }
func (c *counting) Put(b *[]byte)     { c.out.Add(-1); c.BufferPool.Put(b) }

func main() {
	pool := &counting{BufferPool: mem.DefaultBufferPool()}
	t := &topic{subs: map[int]*subscriber{}}
	first := t.subscribe(1)
	for i := range 20 {
		payload := make([]byte, 2000+i)
		t.publish(mem.Copy(payload, pool))
		switch i {
		case 5:
			t.subscribe(2)
		case 9:
			t.subscribe(3)
		case 12:
			t.unsubscribe(2)
		}
	}
	t.close()
	fmt.Println(first.bytes.Load() > 0, pool.out.Load())
}
