// Package usedfirst has methods of structs with a reference: they look at the object, and then the
// reference goes where others find it.
package usedfirst

import "github.com/rcpool/rcpool"

type spanData struct {
	name   string
	parent int
	took   int
}

func (d *spanData) Reset() { *d = spanData{} }

// A tracer owns the spans that have ended.
type tracer struct {
	pool   rcpool.Pool[spanData]
	traces map[uint64][]rcpool.Ref[spanData]
	last   map[string]rcpool.Ref[spanData]
	root   rcpool.Ref[spanData]
}

// A span is a value: its last method ends it.
type span struct {
	t     *tracer
	trace uint64
	ref   rcpool.Ref[spanData]
}

func (t *tracer) start(trace uint64, parent int, name string) span {
	s := span{t, trace, t.pool.Get()}
	d := s.ref.Value()
	d.name, d.parent = name, parent
	return s
}

func (t *tracer) decide(spans []rcpool.Ref[spanData]) (took int) {
	for _, s := range spans {
		took += s.Value().took
		s.Release()
	}
	return took
}

func (t *tracer) shutdown() {
	for trace, spans := range t.traces {
		for i := range spans {
			rcpool.Drop(&spans[i])
		}
		delete(t.traces, trace)
	}
	for name, ref := range t.last {
		ref.Release()
		delete(t.last, name)
	}
	rcpool.Drop(&t.root)
}
