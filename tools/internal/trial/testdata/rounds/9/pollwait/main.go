// truth: correct
package main

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

var timers = sync.Pool{}

func acquireTimer(d time.Duration) *time.Timer {
	if t, ok := timers.Get().(*time.Timer); ok {
		t.Reset(d)
		return t
	}
	return time.NewTimer(d)
}

func releaseTimer(t *time.Timer) {
	t.Stop()
	timers.Put(t)
}

var errTimeout = errors.New("timeout")

// mailbox is a bounded queue with waits that have limits.
type mailbox[T any] struct {
	ch   chan T
	done chan struct{}
	once sync.Once
}

func newMailbox[T any](n int) *mailbox[T] {
	return &mailbox[T]{ch: make(chan T, n), done: make(chan struct{})}
}

func (m *mailbox[T]) put(v T, wait time.Duration) error {
	select {
	case m.ch <- v:
		return nil
	case <-m.done:
		return io.ErrClosedPipe
	default:
	}
	if wait <= 0 {
		return errTimeout
	}
	t := acquireTimer(wait)
	defer releaseTimer(t)
	select {
	case m.ch <- v:
		return nil
	case <-t.C:
		return errTimeout
	case <-m.done:
		return io.ErrClosedPipe
	}
}

func (m *mailbox[T]) take(wait time.Duration) (v T, err error) {
	t := acquireTimer(wait)
	defer releaseTimer(t)
	for {
		select {
		case v = <-m.ch:
			return v, nil
		case <-t.C:
			return v, errTimeout
		case <-m.done:
			select {
			case v = <-m.ch:
				return v, nil
			default:
				return v, io.EOF
			}
		}
	}
}

func (m *mailbox[T]) close() { m.once.Do(func() { close(m.done) }) }

func main() {
	m := newMailbox[int](2)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 20 {
			for m.put(i, time.Millisecond) == errTimeout {
			}
		}
		m.close()
	})
	sum := 0
	for {
		v, err := m.take(3 * time.Millisecond)
		if err == errTimeout {
			continue
		}
		if err != nil {
			break
		}
		sum += v
	}
	wg.Wait()
	fmt.Println(sum)
}
