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

type tensor struct{ data []float32 }

func (t *tensor) Reset() { t.data = t.data[:0] }

var tensors = rcpool.Pool[tensor]{Name: "tensors"}

type reply struct {
	out rcpool.Ref[tensor]
	err error
}

type request struct {
	in    rcpool.Ref[tensor]
	reply chan reply // has room for one
}

type batcher struct {
	in   chan request
	done chan struct{}
	size int
	wait time.Duration
}

func newBatcher(size int, wait time.Duration) *batcher {
	b := &batcher{in: make(chan request), done: make(chan struct{}), size: size, wait: wait}
	go b.loop()
	return b
}

func (b *batcher) loop() {
	defer close(b.done)
	var pending []request
	flush := func() {
		b.run(pending)
		clear(pending)
		pending = pending[:0]
	}
	defer flush()
	tick := time.NewTicker(b.wait)
	defer tick.Stop()
	for {
		select {
		case r, ok := <-b.in:
			if !ok {
				return
			}
			pending = append(pending, r)
			if len(pending) < b.size {
				continue
			}
		case <-tick.C:
		}
		flush()
	}
}

func (b *batcher) run(batch []request) {
	for _, r := range batch {
		if len(r.in.Value().data) == 0 {
			r.in.Release()
			r.reply <- reply{err: errors.New("empty tensor")}
			continue
		}
		out := tensors.Get()
		for _, x := range r.in.Value().data {
			out.Value().data = append(out.Value().data, 2*x)
		}
		r.in.Release()
		r.reply <- reply{out: out}
	}
}

// infer takes in over; the caller owns the result.
func (b *batcher) infer(ctx context.Context, in rcpool.Ref[tensor]) (rcpool.Ref[tensor], error) {
	r := request{in, make(chan reply, 1)}
	select {
	case b.in <- r:
	case <-ctx.Done():
		in.Release()
		return rcpool.Ref[tensor]{}, ctx.Err()
	}
	select {
	case a := <-r.reply:
		return a.out, a.err
	case <-ctx.Done():
		// The answer comes anyway: somebody has to take it.
		go func() {
			a := <-r.reply
			rcpool.Drop(&a.out)
		}()
		return rcpool.Ref[tensor]{}, ctx.Err()
	}
}

func main() {
	b := newBatcher(4, 2*time.Millisecond)
	var wg sync.WaitGroup
	var mu sync.Mutex
	counts := map[string]int{}
	for i := range 20 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(1+i)*time.Millisecond)
			defer cancel()
			in := tensors.Get()
			for range i % 5 {
				in.Value().data = append(in.Value().data, float32(i))
			}
			out, err := b.infer(ctx, in)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				counts["failed"]++
				return
			}
			counts["ok"] += len(out.Value().data)
			out.Release()
		})
	}
	wg.Wait()
	close(b.in)
	<-b.done
	fmt.Println(len(counts) > 0)
}
