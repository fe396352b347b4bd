package selectloops

import (
	"context"
	"io"
	"time"

	"github.com/rcpool/rcpool"
)

// What waits in the channel is released, until nothing is left.
func drain(in <-chan rcpool.Ref[Event]) (n int) {
	for {
		select {
		case event := <-in:
			event.Release()
			n++
		default:
			return n
		}
	}
}

// The case that stops is before the receive.
func (l *logger) run() error {
	for {
		select {
		case <-l.quit:
			return nil
		case event := <-l.in:
			err := event.Value().writeTo(l.out)
			event.Release()
			if err != nil {
				return err
			}
		}
	}
}

// The case that stops is after the receive, and drains what is left.
func (l *logger) runAndDrain() {
	for {
		select {
		case event := <-l.in:
			_ = event.Value().writeTo(l.out)
			event.Release()
		case <-l.quit:
			for {
				select {
				case event := <-l.in:
					event.Release()
				default:
					return
				}
			}
		}
	}
}

// What the channel has no room for is released.
func (l *logger) log(texts ...string) {
	for _, text := range texts {
		event := events.Get()
		event.Value().set(text)
		select {
		case l.in <- event:
		default:
			event.Release()
			l.dropped++
		}
	}
}

// An event that was not sent in time is released when the function returns.
func send(ctx context.Context, out chan<- rcpool.Ref[Event], text string) error {
	event := events.Get()
	event.Value().set(text)
	retry := time.NewTicker(time.Millisecond)
	defer retry.Stop()
	for tries := 0; tries < 3; tries++ {
		select {
		case out <- event:
			return nil
		case <-retry.C:
		case <-ctx.Done():
			event.Release()
			return ctx.Err()
		}
	}
	event.Release()
	return context.DeadlineExceeded
}

// A batch is written when it is full, at each tick, and at the end.
func (l *logger) batch() {
	var batch []rcpool.Ref[Event]
	flush := func() {
		for _, event := range batch {
			_ = event.Value().writeTo(l.out)
			event.Release()
		}
		batch = batch[:0]
	}
	for {
		select {
		case event, ok := <-l.in:
			if !ok {
				flush()
				return
			}
			batch = append(batch, event)
			if len(batch) == 8 {
				flush()
			}
		case <-l.ticker.C:
			flush()
		}
	}
}

// A nil channel turns one of the cases off: the event is held until it is sent.
func forward(in <-chan rcpool.Ref[Event], out chan<- rcpool.Ref[Event], stop <-chan struct{}) {
	var held rcpool.Ref[Event]
	from, to := in, (chan<- rcpool.Ref[Event])(nil)
	for {
		select {
		case event, ok := <-from:
			if !ok {
				return
			}
			held, from, to = event, nil, out
		case to <- held:
			held, from, to = rcpool.Ref[Event]{}, in, nil
		case <-stop:
			rcpool.Drop(&held)
			return
		}
	}
}

// The label ends both loops.
func firstOfLevel(in <-chan rcpool.Ref[Event], stop <-chan struct{}, level int) (n int) {
loop:
	for {
		select {
		case <-stop:
			break loop
		case event := <-in:
			found := event.Value().Level == level
			n = event.Value().N
			event.Release()
			if found {
				break loop
			}
		}
	}
	return n
}

// The generic queue takes the event, or the caller keeps it.
func (l *logger) offer(q *queue[Event], text string) {
	event := events.Get()
	event.Value().set(text)
	if !q.put(event) {
		event.Release()
		l.dropped++
	}
}

// The generic queue hands out references until it is stopped.
func writeQueue(ctx context.Context, q *queue[Event], w io.Writer) error {
	for {
		event, ok := q.take(ctx)
		if !ok {
			return ctx.Err()
		}
		if err := event.Value().writeTo(w); err != nil {
			event.Release()
			return err
		}
		event.Release()
	}
}
