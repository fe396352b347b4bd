// truth: correct

// Metrics are written to a buffer, which a background goroutine sends when it is full or old.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"
)

type batcher struct {
	mu     sync.Mutex
	cur    *bytebufferpool.ByteBuffer
	lines  int
	max    int
	full   chan *bytebufferpool.ByteBuffer
	done   sync.WaitGroup
	send   func([]byte) error
	failed int
}

func newBatcher(max int, send func([]byte) error) *batcher {
	b := &batcher{max: max, send: send, full: make(chan *bytebufferpool.ByteBuffer, 1)}
	b.done.Go(b.sender)
	return b
}

func (b *batcher) sender() {
	for buf := range b.full {
		b.sendOne(buf)
	}
}

func (b *batcher) sendOne(buf *bytebufferpool.ByteBuffer) {
	defer bytebufferpool.Put(buf)
	for range 2 {
		if err := b.send(buf.B); err == nil {
			return
		}
	}
	b.failed++
}

func (b *batcher) Add(name string, v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cur == nil {
		b.cur = bytebufferpool.Get()
	}
	b.cur.B = fmt.Appendf(b.cur.B, "%s %d\n", name, v)
	if b.lines++; b.lines >= b.max {
		b.swap()
	}
}

// swap hands the current buffer to the sender.
func (b *batcher) swap() {
	if buf := b.cur; buf != nil {
		b.cur, b.lines = nil, 0
		b.full <- buf
	}
}

func (b *batcher) Tick() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.swap()
}

func (b *batcher) Close() error {
	b.Tick()
	close(b.full)
	b.done.Wait()
	if b.failed > 0 {
		return fmt.Errorf("%d batches are lost", b.failed)
	}
	return nil
}

func main() {
	calls, total := 0, 0
	b := newBatcher(4, func(p []byte) error {
		if calls++; calls%5 == 0 {
			return errors.New("backend is busy")
		}
		total += len(p)
		return nil
	})
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for i := range 10 {
				b.Add(fmt.Sprint("cpu", w), i)
			}
		})
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for range 3 {
		<-tick.C
		b.Tick()
	}
	wg.Wait()
	fmt.Println(b.Close(), total)
}
