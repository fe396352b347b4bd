package pendinglists

import (
	"time"

	"github.com/rcpool/rcpool"
)

// The batch is sent if it is full, or if time is over.
func (b *batcher) run(tick <-chan time.Time) {
	for {
		select {
		case span, ok := <-b.in:
			if !ok {
				b.flush(true)
				return
			}
			b.pending = append(b.pending, span)
			if len(b.pending) >= b.max {
				b.flush(false)
			}
		case <-tick:
			b.flush(false)
		}
	}
}

func useRun() {
	b := newBatcher()
	go b.fill()
	b.run(time.NewTicker(time.Millisecond).C)
}

// Spans come from the pool, one for each name.
func (b *batcher) addAll(names []string) {
	for _, name := range names {
		span := get(name)
		b.pending = append(b.pending, span)
		if len(b.pending) < b.max {
			continue
		}
		b.flush(false)
	}
	b.flush(true)
}

func useAddAll() { newBatcher().addAll([]string{"a", "b", "c"}) }

// What is added is retained, and the receiver's own reference is released.
func (b *batcher) copyAll() int {
	n := 0
	for span := range b.in {
		b.pending = append(b.pending, span.Retain())
		n += len(span.Value().Name)
		span.Release()
		if len(b.pending) == b.max {
			b.flush(false)
		}
	}
	b.flush(true)
	return n
}

func useCopyAll() int {
	b := newBatcher()
	go b.fill()
	return b.copyAll()
}

// Two are added at once.
func (b *batcher) pairs(names []string) {
	for _, name := range names {
		first, second := get(name), get(name+"'")
		if len(b.pending)+2 > b.max {
			b.flush(false)
		}
		b.pending = append(b.pending, []rcpool.Ref[Span]{first, second}...)
	}
	b.flush(true)
}

func usePairs() { newBatcher().pairs([]string{"a", "b", "c"}) }
