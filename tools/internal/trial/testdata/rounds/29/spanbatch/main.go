// truth: correct

// Command spanbatch gathers trace spans and exports them in batches, by size
// or by age, with a retry.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type span struct {
	name     string
	duration time.Duration
}

type batch struct {
	spans []span
	first time.Time
}

func (b *batch) Reset() {
	clear(b.spans)
	b.spans = b.spans[:0]
	b.first = time.Time{}
}

type exporter interface {
	export(ctx context.Context, spans []span) error
}

type processor struct {
	batches  rcpool.Pool[batch]
	in       chan span
	max      int
	interval time.Duration
	out      exporter
	lost     atomic.Int64
	done     chan struct{}
}

func newProcessor(ctx context.Context, out exporter, max int, interval time.Duration) *processor {
	p := &processor{in: make(chan span, 16), max: max, interval: interval, out: out, done: make(chan struct{})}
	p.batches.Name = "trace.batches"
	go p.loop(ctx)
	return p
}

func (p *processor) loop(ctx context.Context) {
	defer close(p.done)
	tick := time.NewTicker(p.interval)
	defer tick.Stop()
	var current rcpool.Ref[batch]
	defer func() { p.flush(ctx, rcpool.Move(&current)) }()
	for {
		select {
		case s, ok := <-p.in:
			if !ok {
				return
			}
			if current.IsZero() {
				current = p.batches.Get()
				current.Value().first = time.Now()
			}
			b := current.Value()
			b.spans = append(b.spans, s)
			if len(b.spans) >= p.max {
				p.flush(ctx, rcpool.Move(&current))
			}
		case now := <-tick.C:
			if !current.IsZero() && now.Sub(current.Value().first) >= p.interval {
				p.flush(ctx, rcpool.Move(&current))
			}
		case <-ctx.Done():
			return
		}
	}
}

// flush takes over b, which may be zero.
func (p *processor) flush(ctx context.Context, b rcpool.Ref[batch]) {
	defer rcpool.Drop(&b)
	if b.IsZero() {
		return
	}
	var err error
	for wait := time.Millisecond; wait < 8*time.Millisecond; wait *= 2 {
		if err = p.out.export(ctx, b.Value().spans); err == nil {
			return
		}
		if errors.Is(err, errPermanent) {
			break
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			p.lost.Add(int64(len(b.Value().spans)))
			return
		}
	}
	p.lost.Add(int64(len(b.Value().spans)))
}

func (p *processor) shutdown() {
	close(p.in)
	<-p.done
}

var (
	errBusy      = errors.New("collector is busy")
	errPermanent = errors.New("span refused")
)

type flakyCollector struct {
	calls int
	names []string
}

func (c *flakyCollector) export(_ context.Context, spans []span) error {
	c.calls++
	if c.calls%2 == 1 {
		return errBusy
	}
	for _, s := range spans {
		if s.name == "" {
			return errPermanent
		}
		c.names = append(c.names, s.name)
	}
	return nil
}

func main() {
	collector := &flakyCollector{}
	p := newProcessor(context.Background(), collector, 3, 20*time.Millisecond)
	for i, name := range []string{"get", "put", "scan", "get", "", "del", "gc"} {
		p.in <- span{name: name, duration: time.Duration(i) * time.Millisecond}
	}
	p.shutdown()
	fmt.Println(collector.names, collector.calls, p.lost.Load())
}
