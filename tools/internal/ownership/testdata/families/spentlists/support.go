// Package spentlists has lists whose elements are released, and used through the list again.
package spentlists

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Offset int
	Text   string
}

var records = rcpool.Pool[Record]{Name: "records"}

func poll(n int) (batch []rcpool.Ref[Record]) {
	for i := range n {
		r := records.Get()
		*r.Value() = Record{Offset: i, Text: "record"}
		batch = append(batch, r)
	}
	return batch
}

func releaseAll(batch []rcpool.Ref[Record]) {
	for _, r := range batch {
		r.Release()
	}
}

// releaseDown releases the last one first.
func releaseDown(batch []rcpool.Ref[Record]) {
	for i := len(batch) - 1; i >= 0; i-- {
		batch[i].Release()
	}
}

func sizeOf(batch []rcpool.Ref[Record]) (n int) {
	for _, r := range batch {
		n += len(r.Value().Text)
	}
	return n
}

// A sample comes from a sync.Pool.
type sample struct {
	tick  int
	value [8]int32
}

var samples = sync.Pool{New: func() any { return new(sample) }}

func newSample(tick int) *sample {
	s := samples.Get().(*sample)
	s.tick = tick
	return s
}

type window struct {
	size int
	buf  []*sample
}

func newWindow(n int) *window {
	w := &window{size: n}
	for i := range n {
		w.buf = append(w.buf, newSample(i))
	}
	return w
}

func (w *window) free(n int) {
	for _, s := range w.buf[:n] {
		samples.Put(s)
	}
}

// A line owns a record.
type line struct {
	at  int
	rec rcpool.Ref[Record]
}

func (l *line) close() { l.rec.Release() }

func lines(n int) (all []line) {
	for i, r := range poll(n) {
		all = append(all, line{i, r})
	}
	return all
}

func pointers(n int) (all []*line) {
	for i, r := range poll(n) {
		all = append(all, &line{i, r})
	}
	return all
}
