// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type point struct {
	Name   string
	Labels []string
	Value  float64
}

func (p *point) Reset() {
	clear(p.Labels)
	*p = point{Labels: p.Labels[:0]}
}

var points = rcpool.Pool[point]{Name: "points"}

type remote interface {
	Write(lines []string) error
}

type flaky struct {
	n   int
	got []string
}

func (f *flaky) Write(lines []string) error {
	f.n++
	if f.n%2 == 1 {
		return errors.New("remote write: timeout")
	}
	f.got = append(f.got, lines...)
	return nil
}

type batcher struct {
	out     remote
	batch   []rcpool.Ref[point]
	lines   []string
	limit   int
	dropped int
}

func (b *batcher) add(name string, v float64, labels ...string) {
	p := points.Get()
	p.Value().Name, p.Value().Value = name, v
	p.Value().Labels = append(p.Value().Labels, labels...)
	b.batch = append(b.batch, p)
	if len(b.batch) < b.limit {
		return
	}
	if err := b.flush(); err != nil && len(b.batch) >= 2*b.limit {
		b.dropped += b.limit
		b.discard(b.limit)
	}
}

// flush keeps the batch if the write fails, so that it is tried again.
func (b *batcher) flush() error {
	b.lines = b.lines[:0]
	for _, p := range b.batch {
		v := p.Value()
		b.lines = append(b.lines, fmt.Sprintf("%s{%s} %g", v.Name, strings.Join(v.Labels, ","), v.Value))
	}
	if err := b.out.Write(b.lines); err != nil {
		return err
	}
	b.discard(len(b.batch))
	return nil
}

func (b *batcher) discard(n int) {
	for i := range n {
		rcpool.Drop(&b.batch[i])
	}
	rest := copy(b.batch, b.batch[n:])
	clear(b.batch[rest:])
	b.batch = b.batch[:rest]
}

func (b *batcher) close() error {
	err := b.flush()
	if err != nil {
		err = b.flush()
	}
	b.discard(len(b.batch))
	return err
}

func main() {
	f := &flaky{}
	b := &batcher{out: f, limit: 4}
	for i := range 19 {
		b.add("cpu_seconds", float64(i), "host=a", fmt.Sprint("core=", i%4))
	}
	fmt.Println(b.close(), len(f.got), b.dropped)
}
