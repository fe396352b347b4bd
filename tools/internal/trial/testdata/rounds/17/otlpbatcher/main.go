// truth: double-release line 58 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type span struct {
	name  string
	attrs []string
}

func (s *span) Reset() {
	s.name = ""
	clear(s.attrs)
	s.attrs = s.attrs[:0]
}

var spans = rcpool.Pool[span]{Name: "spans"}

type exporter interface {
	export(payload []byte) error
}

type batcher struct {
	out     exporter
	items   []rcpool.Ref[span]
	payload []byte
	max     int
	fails   int
}

func (b *batcher) add(name string, attrs ...string) error {
	ref := spans.Get()
	s := ref.Value()
	s.name = name
	s.attrs = append(s.attrs, attrs...)
	b.payload = append(b.payload, s.name...)
	for _, a := range s.attrs {
		b.payload = append(append(b.payload, ' '), a...)
	}
	b.payload = append(b.payload, '\n')
	b.items = append(b.items, ref)
	if len(b.items) >= b.max {
		return b.flush()
	}
	return nil
}

// flush exports the batch. A batch that cannot be exported is lost.
func (b *batcher) flush() error {
	err := b.out.export(b.payload)
	b.payload = b.payload[:0]
	for _, s := range b.items {
		s.Release()
	}
	if err != nil {
		b.fails++
		return fmt.Errorf("export of %d spans: %w", len(b.items), err)
	}
	clear(b.items)
	b.items = b.items[:0]
	return nil
}

type flaky struct {
	calls, bytes int
}

func (f *flaky) export(payload []byte) error {
	f.calls++
	if f.calls%2 == 0 {
		return errors.New("collector unavailable")
	}
	f.bytes += len(payload)
	return nil
}

func main() {
	out := &flaky{}
	b := &batcher{out: out, max: 3}
	for i := range 8 {
		if err := b.add(fmt.Sprintf("op-%d", i), "k=v"); err != nil {
			fmt.Println("error:", err)
		}
	}
	fmt.Println(b.flush(), out.bytes, b.fails)
}
