// truth: correct

// Command metricbatch groups points by size and time before they are written.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type point struct {
	series string
	at     time.Time
	value  float64
}

type batch struct {
	points []point
	opened time.Time
}

func (b *batch) Reset() {
	clear(b.points)
	b.points = b.points[:0]
	b.opened = time.Time{}
}

type writer interface {
	write(ctx context.Context, points []point) error
}

type batcher struct {
	in      chan point
	full    chan rcpool.Ref[batch]
	done    chan struct{}
	batches rcpool.Pool[batch]
	size    int
	linger  time.Duration
	dropped atomic.Int64
}

func newBatcher(size int, linger time.Duration) *batcher {
	return &batcher{
		in:     make(chan point, 16),
		full:   make(chan rcpool.Ref[batch], 1),
		done:   make(chan struct{}),
		size:   size,
		linger: linger,
	}
}

// collect owns the open batch until it hands it to the sender.
func (b *batcher) collect() {
	defer close(b.full)
	var open rcpool.Ref[batch]
	defer rcpool.Drop(&open)

	timer := stdpool.Timer(time.Hour)
	defer timer.Release()
	t := timer.Value()
	for {
		select {
		case p, ok := <-b.in:
			if !ok {
				if !open.IsZero() {
					b.full <- rcpool.Move(&open)
				}
				return
			}
			if open.IsZero() {
				open = b.batches.Get()
				open.Value().opened = time.Now()
				t.Reset(b.linger)
			}
			v := open.Value()
			v.points = append(v.points, p)
			if len(v.points) >= b.size {
				b.full <- rcpool.Move(&open)
			}
		case <-t.C:
			if !open.IsZero() {
				b.full <- rcpool.Move(&open)
			}
		}
	}
}

// send writes batches until there are no more.
func (b *batcher) send(ctx context.Context, w writer) {
	defer close(b.done)
	for ref := range b.full {
		if err := b.sendOne(ctx, w, ref); err != nil {
			fmt.Println("drop:", err)
		}
	}
}

func (b *batcher) sendOne(ctx context.Context, w writer, ref rcpool.Ref[batch]) error {
	defer ref.Release()
	points := ref.Value().points
	for attempt := range 3 {
		err := w.write(ctx, points)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || attempt == 2 {
			b.dropped.Add(int64(len(points)))
			return err
		}
	}
	return nil
}

type store struct {
	calls int
	sum   float64
}

func (s *store) write(ctx context.Context, points []point) error {
	s.calls++
	if s.calls%2 == 0 {
		return errors.New("store is busy")
	}
	for _, p := range points {
		s.sum += p.value
	}
	return ctx.Err()
}

func main() {
	b := newBatcher(5, 5*time.Millisecond)
	s := &store{}
	go b.collect()
	go b.send(context.Background(), s)
	for i := range 23 {
		b.in <- point{series: "cpu", at: time.Now(), value: float64(i)}
		if i == 12 {
			time.Sleep(15 * time.Millisecond)
		}
	}
	close(b.in)
	<-b.done
	fmt.Println("sum", s.sum, "dropped", b.dropped.Load())
}
