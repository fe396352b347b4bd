// truth: double-release line 75 callee

// Command auditqueue records who changed what: entries go through a bounded
// queue to a file, or to standard error if the queue is full.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type entry struct {
	actor, action string
	details       []byte
}

func (e *entry) Reset() { *e = entry{details: e.details[:0]} }

var entries = rcpool.Pool[entry]{Name: "audit.entries"}

var (
	errFull   = errors.New("audit queue is full")
	errClosed = errors.New("audit queue is closed")
)

type queue struct {
	mu     sync.Mutex
	closed bool
	ch     chan rcpool.Ref[entry]
}

// offer queues ref for the writer.
func (q *queue) offer(ref rcpool.Ref[entry]) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		ref.Release()
		return errClosed
	}
	select {
	case q.ch <- ref:
		return nil
	default:
		ref.Release()
		return errFull
	}
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.closed = true
		close(q.ch)
	}
}

type auditor struct {
	queue  *queue
	missed int
}

func (a *auditor) record(actor, action, details string) error {
	ref := entries.Get()
	e := ref.Value()
	e.actor, e.action = actor, action
	e.details = append(e.details, details...)
	if err := a.queue.offer(ref); err != nil {
		a.missed++
		ref.Release()
		return fmt.Errorf("%s by %s: %w", action, actor, err)
	}
	return nil
}

func write(w io.Writer, in <-chan rcpool.Ref[entry]) (err error) {
	for ref := range in {
		e := ref.Value()
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\t%s\t%s\n", e.actor, e.action, e.details)
		}
		ref.Release()
	}
	return err
}

func main() {
	q := &queue{ch: make(chan rcpool.Ref[entry], 8)}
	a := &auditor{queue: q}
	var file bytes.Buffer
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := write(&file, q.ch); err != nil {
			fmt.Println(err)
		}
	})
	for i := range 6 {
		if err := a.record("ann", "update", fmt.Sprint("row ", i)); err != nil {
			fmt.Println(err)
		}
	}
	q.close()
	wg.Wait()
	fmt.Println(a.missed, file.Len())
}
