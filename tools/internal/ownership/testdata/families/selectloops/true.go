package selectloops

import (
	"context"
	"io"
	"time"

	"github.com/rcpool/rcpool"
)

// What waits in the channel is counted and lost.
func drainLost(in <-chan rcpool.Ref[Event], level int) (n int) {
	for {
		select {
		case event := <-in: // want "leak: "
			if event.Value().Level == level {
				return n
			}
			event.Release()
			n++
		default:
			return n
		}
	}
}

// The event that could not be written is not released.
func (l *logger) runLost() error {
	for {
		select {
		case <-l.quit:
			return nil
		case event := <-l.in: // want "leak: "
			if err := event.Value().writeTo(l.out); err != nil {
				return err
			}
			event.Release()
		}
	}
}

// The event is read after its release.
func (l *logger) runStale() (n int) {
	for {
		select {
		case event := <-l.in:
			_ = event.Value().writeTo(l.out)
			event.Release()
			n += event.Value().N // want "use-after-release: "
		case <-l.quit:
			return n
		}
	}
}

// What the channel has no room for is lost.
func (l *logger) logLost(texts ...string) {
	for _, text := range texts {
		event := events.Get() // want "leak: "
		event.Value().set(text)
		select {
		case l.in <- event:
		default:
			l.dropped++
		}
	}
}

// The receiver owns the event, and this function releases it too.
func sendTwice(ctx context.Context, out chan<- rcpool.Ref[Event], text string) error {
	event := events.Get()
	defer event.Release()
	event.Value().set(text)
	retry := time.NewTicker(time.Millisecond)
	defer retry.Stop()
	for {
		select {
		case out <- event: // want "(double-release|escape): "
			return nil
		case <-retry.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// When the channel is closed, the batch is not flushed.
func (l *logger) batchLost() {
	var batch []rcpool.Ref[Event]
	for {
		select {
		case event, ok := <-l.in: // want "leak: "
			if !ok {
				return
			}
			batch = append(batch, event)
		case <-l.ticker.C:
			for _, event := range batch {
				_ = event.Value().writeTo(l.out)
				event.Release()
			}
			batch = batch[:0]
		}
	}
}

// When it is stopped, the event that is held is lost.
func forwardLost(in <-chan rcpool.Ref[Event], out chan<- rcpool.Ref[Event], stop <-chan struct{}) {
	var held rcpool.Ref[Event]
	from, to := in, (chan<- rcpool.Ref[Event])(nil)
	for {
		select {
		case event, ok := <-from: // want "leak: "
			if !ok {
				return
			}
			held, from, to = event, nil, out
		case to <- held:
			held, from, to = rcpool.Ref[Event]{}, in, nil
		case <-stop:
			return
		}
	}
}

// The event that ends the loop is not released.
func firstOfLevelLost(in <-chan rcpool.Ref[Event], stop <-chan struct{}, level int) (n int) {
loop:
	for {
		select {
		case <-stop:
			break loop
		case event := <-in: // want "leak: "
			n = event.Value().N
			if event.Value().Level == level {
				break loop
			}
			event.Release()
		}
	}
	return n
}

// The queue took the event, which is released all the same.
func (l *logger) offerTwice(q *queue[Event], text string) {
	event := events.Get()
	event.Value().set(text)
	if q.put(event) {
		l.dropped--
	}
	event.Release() // want "double-release: "
}

// The event that could not be written is lost.
func writeQueueLost(ctx context.Context, q *queue[Event], w io.Writer) error {
	for {
		event, ok := q.take(ctx) // want "leak: "
		if !ok {
			return ctx.Err()
		}
		if err := event.Value().writeTo(w); err != nil {
			return err
		}
		event.Release()
	}
}
