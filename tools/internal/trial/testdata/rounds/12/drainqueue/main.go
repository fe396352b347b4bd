// truth: leak line 47,75 hard

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

// countingPool counts the buffers that are out.
type countingPool struct {
	mem.BufferPool
	out atomic.Int64
}

func (p *countingPool) Get(n int) *[]byte {
	p.out.Add(1)
	return p.BufferPool.Get(n)
}

func (p *countingPool) Put(b *[]byte) {
	p.out.Add(-1)
	p.BufferPool.Put(b)
}

type outbound struct {
	stream uint32
	data   mem.Buffer
	last   bool
}

type transport struct {
	pool  *countingPool
	queue chan outbound
	wg    sync.WaitGroup
	sent  atomic.Int64
}

var errWindow = errors.New("no window")

func (t *transport) write(stream uint32, p []byte, last bool) error {
	item := outbound{stream: stream, data: mem.Copy(p, t.pool), last: last}
	select {
	case t.queue <- item:
		return nil
	default:
		item.data.Free()
		return fmt.Errorf("stream %d: %w", stream, errWindow)
	}
}

func (t *transport) loop(ctx context.Context, step <-chan struct{}) {
	defer t.wg.Done()
	for {
		select {
		case <-ctx.Done():
			return
		case <-step:
		}
		item := <-t.queue
		t.sent.Add(int64(item.data.Len()))
		item.data.Free()
	}
}

func (t *transport) shutdown(cancel context.CancelFunc) (pending int) {
	cancel()
	t.wg.Wait()
	close(t.queue)
	for item := range t.queue {
		if item.last {
			pending++
		}
	}
	return pending
}

func main() {
	t := &transport{
		pool:  &countingPool{BufferPool: mem.NewTieredBufferPool(2048, 4096)},
		queue: make(chan outbound, 6),
	}
	ctx, cancel := context.WithCancel(context.Background())
	step := make(chan struct{})
	t.wg.Add(1)
	go t.loop(ctx, step)
	refused := 0
	for i := range uint32(8) {
		if err := t.write(i, make([]byte, 2000), i%2 == 1); err != nil {
			refused++
		}
	}
	for range 2 {
		step <- struct{}{}
	}
	pending := t.shutdown(cancel)
	fmt.Println(refused, pending, t.sent.Load() > 0, t.pool.out.Load())
}
