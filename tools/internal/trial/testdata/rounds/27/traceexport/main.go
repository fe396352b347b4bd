// truth: double-release line 97 callee

// Traceexport batches spans for a collector. When the export queue is full the
// batch is spilled to disk instead.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type batch struct {
	service string
	spans   []string
	bytes   int
}

func (b *batch) Reset() {
	clear(b.spans)
	*b = batch{spans: b.spans[:0]}
}

type exporter struct {
	pool    rcpool.Pool[batch]
	queue   chan rcpool.Ref[batch]
	spilled strings.Builder
	sent    int
	wg      sync.WaitGroup
	pause   chan struct{}
}

func newExporter(size int) *exporter {
	e := &exporter{queue: make(chan rcpool.Ref[batch], size), pause: make(chan struct{})}
	e.pool.Name = "batches"
	e.wg.Go(e.loop)
	return e
}

func (e *exporter) loop() {
	<-e.pause
	for ref := range e.queue {
		e.sent += len(ref.Value().spans)
		ref.Release()
	}
}

var errSpilled = errors.New("queue is full, batch was spilled")

// submit queues the batch for the collector, or else spills it.
func (e *exporter) submit(ref rcpool.Ref[batch]) error {
	select {
	case e.queue <- ref:
		return nil
	default:
	}
	e.spill(ref)
	return errSpilled
}

func (e *exporter) spill(ref rcpool.Ref[batch]) {
	defer ref.Release()
	b := ref.Value()
	fmt.Fprintf(&e.spilled, "%s %d\n", b.service, b.bytes)
}

type tracer struct {
	out     *exporter
	service string
	current rcpool.Ref[batch]
	limit   int
}

func (t *tracer) add(span string) error {
	if t.current.IsZero() {
		t.current = t.out.pool.Get()
		t.current.Value().service = t.service
	}
	b := t.current.Value()
	b.spans = append(b.spans, span)
	b.bytes += len(span)
	if len(b.spans) < t.limit {
		return nil
	}
	return t.flush()
}

func (t *tracer) flush() error {
	if t.current.IsZero() {
		return nil
	}
	full := rcpool.Move(&t.current)
	if err := t.out.submit(full); err != nil {
		full.Release()
		return fmt.Errorf("%s: %w", t.service, err)
	}
	return nil
}

func (e *exporter) close() {
	close(e.queue)
	e.wg.Wait()
}

func main() {
	e := newExporter(2)
	t := &tracer{out: e, service: "checkout", limit: 3}
	for i := range 10 {
		if err := t.add(fmt.Sprintf("span-%02d", i)); err != nil {
			fmt.Println(err)
		}
	}
	close(e.pause)
	fmt.Println(t.flush())
	e.close()
	fmt.Println(e.sent, e.spilled.String())
}
