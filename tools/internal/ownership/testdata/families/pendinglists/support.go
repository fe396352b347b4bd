// Package pendinglists has lists of references in fields, which a method takes as they are.
package pendinglists

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

type Span struct{ Name string }

func (s *Span) Reset() { *s = Span{} }

var spans = rcpool.Pool[Span]{Name: "spans"}

func get(name string) rcpool.Ref[Span] {
	span := spans.Get()
	span.Value().Name = name
	return span
}

var errBusy = errors.New("busy")

type sender interface {
	send(batch []rcpool.Ref[Span]) error // borrows the batch
}

// A busy sender sends each second time.
type busy struct{ calls, sent int }

func (b *busy) send(batch []rcpool.Ref[Span]) error {
	b.calls++
	if b.calls%2 == 1 {
		return errBusy
	}
	for _, span := range batch {
		b.sent += len(span.Value().Name)
	}
	return nil
}

func drop(batch []rcpool.Ref[Span]) {
	for i := range batch {
		rcpool.Drop(&batch[i])
	}
}

// A batcher sends batches, and keeps those that it could not send.
type batcher struct {
	pending []rcpool.Ref[Span]
	retry   [][]rcpool.Ref[Span]
	max     int
	to      sender
	in      chan rcpool.Ref[Span]

	mu   sync.Mutex
	lost int
}

func newBatcher() *batcher {
	return &batcher{max: 4, to: new(busy), in: make(chan rcpool.Ref[Span], 8)}
}

// The outcomes of flush are many.
func (b *batcher) flush(final bool) {
	queue := b.retry
	b.retry = nil
	if len(b.pending) > 0 {
		queue = append(queue, b.pending)
		b.pending = nil
	}
	for _, batch := range queue {
		err := b.to.send(batch)
		if err != nil && !final && len(b.retry) < 2 {
			b.retry = append(b.retry, batch)
			continue
		}
		if err != nil {
			b.mu.Lock()
			b.lost += len(batch)
			b.mu.Unlock()
		}
		drop(batch)
	}
}

func (b *batcher) fill() {
	for _, name := range []string{"a", "b", "c"} {
		b.in <- get(name)
	}
	close(b.in)
}
