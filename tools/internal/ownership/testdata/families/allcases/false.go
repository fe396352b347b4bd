// Package allcases has switches with a case for each constant of a type.
package allcases

import "github.com/rcpool/rcpool"

type Span struct {
	Root bool
	Name string
}

var spans = rcpool.Pool[Span]{Name: "spans"}

type verdict uint8

const (
	undecided verdict = iota
	keep
	drop
)

// The verdict is one of three.
func decide(v verdict, out chan<- rcpool.Ref[Span]) {
	span := spans.Get()
	switch v {
	case keep:
		out <- span
	case drop, undecided:
		span.Release()
	}
}

type trace struct {
	verdict verdict
	waiting []rcpool.Ref[Span]
}

// What waits is released by another method.
func (t *trace) add(span rcpool.Ref[Span], out chan<- rcpool.Ref[Span]) int {
	switch t.verdict {
	case undecided:
		t.waiting = append(t.waiting, span)
	case keep:
		out <- span
	case drop:
		span.Release()
	}
	return len(t.waiting)
}

func (t *trace) close() {
	for _, span := range t.waiting {
		span.Release()
	}
	t.waiting = nil
}

// Other values return from the default.
func checked(v verdict, out chan<- rcpool.Ref[Span]) bool {
	span := spans.Get()
	switch v {
	case keep:
		out <- span
	case drop, undecided:
		span.Release()
	default:
		span.Release()
		return false
	}
	return true
}
