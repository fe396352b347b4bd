// truth: correct

package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Span struct {
	Name  string
	Trace uint64
	Attrs []string
}

func (s *Span) Reset() {
	clear(s.Attrs)
	*s = Span{Attrs: s.Attrs[:0]}
}

var spans = rcpool.Pool[Span]{Name: "spans"}

var errUnavailable = errors.New("collector unavailable")

type exporter interface {
	export(batch []rcpool.Ref[Span]) error
}

type flaky struct {
	calls int
	sent  int
}

func (f *flaky) export(batch []rcpool.Ref[Span]) error {
	f.calls++
	if f.calls%3 != 0 {
		return errUnavailable
	}
	for _, s := range batch {
		f.sent += len(s.Value().Attrs)
	}
	return nil
}

type batcher struct {
	mu      sync.Mutex
	cur     []rcpool.Ref[Span]
	retry   [][]rcpool.Ref[Span]
	max     int
	exp     exporter
	dropped int
}

func (b *batcher) add(s rcpool.Ref[Span]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cur = append(b.cur, s)
	if len(b.cur) >= b.max {
		b.flushLocked()
	}
}

func (b *batcher) flushLocked() {
	full := b.cur
	b.cur = nil
	if len(full) == 0 {
		return
	}
	if err := b.exp.export(full); err != nil {
		b.park(full)
		return
	}
	releaseAll(full)
}

func (b *batcher) park(batch []rcpool.Ref[Span]) {
	if len(b.retry) < 2 {
		b.retry = append(b.retry, batch)
		return
	}
	oldest := b.retry[0]
	copy(b.retry, b.retry[1:])
	b.retry[len(b.retry)-1] = batch
	b.dropped += len(oldest)
	releaseAll(oldest)
}

func (b *batcher) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.flushLocked()
	for _, batch := range b.retry {
		if err := b.exp.export(batch); err != nil {
			b.dropped += len(batch)
		}
		releaseAll(batch)
	}
	b.retry = nil
}

func releaseAll(batch []rcpool.Ref[Span]) {
	for _, s := range batch {
		s.Release()
	}
}

func main() {
	exp := &flaky{}
	b := &batcher{max: 4, exp: exp}
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			for i := range 11 {
				s := spans.Get()
				v := s.Value()
				v.Name, v.Trace = "rpc", uint64(g)
				v.Attrs = append(v.Attrs, fmt.Sprint("i=", i))
				b.add(s)
			}
		})
	}
	wg.Wait()
	b.close()
	fmt.Println(exp.sent, b.dropped, exp.sent+b.dropped)
}
