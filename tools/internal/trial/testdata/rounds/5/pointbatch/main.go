// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Point struct {
	Metric string
	Value  float64
}

type Exporter interface{ Export(lines string) error }

type Batcher struct {
	to      Exporter
	max     int
	pending []rcpool.Ref[Point]
	lost    int
}

var points rcpool.Pool[Point]

// Add takes over the point.
func (b *Batcher) Add(p rcpool.Ref[Point]) error {
	b.pending = append(b.pending, p)
	if len(b.pending) < b.max {
		return nil
	}
	return b.Flush()
}

func (b *Batcher) Flush() error {
	if len(b.pending) == 0 {
		return nil
	}
	defer b.discard()
	var text strings.Builder
	for _, p := range b.pending {
		fmt.Fprintf(&text, "%s=%g;", p.Value().Metric, p.Value().Value)
	}
	if err := b.to.Export(text.String()); err != nil {
		b.lost += len(b.pending)
		return fmt.Errorf("%d points: %w", len(b.pending), err)
	}
	return nil
}

func (b *Batcher) discard() {
	for i := range b.pending {
		b.pending[i].Release()
		b.pending[i] = rcpool.Ref[Point]{}
	}
	b.pending = b.pending[:0]
}

type flaky struct{ calls int }

func (f *flaky) Export(lines string) error {
	f.calls++
	if f.calls == 2 {
		return errors.New("unavailable")
	}
	fmt.Println(lines)
	return nil
}

func main() {
	b := &Batcher{to: &flaky{}, max: 3}
	for i := range 8 {
		p := points.Get()
		p.Value().Metric, p.Value().Value = fmt.Sprint("m", i), float64(i)/2
		if err := b.Add(p); err != nil {
			fmt.Println(err)
		}
	}
	if err := b.Flush(); err != nil {
		fmt.Println(err)
	}
	fmt.Println("lost", b.lost)
}
