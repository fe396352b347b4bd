package allcases

import "github.com/rcpool/rcpool"

// There is no case for what is undecided.
func decideSome(v verdict, out chan<- rcpool.Ref[Span]) {
	span := spans.Get() // want "leak: "
	switch v {
	case keep:
		out <- span
	case drop:
		span.Release()
	}
}

// The default forgets the span.
func checkedOnly(v verdict, out chan<- rcpool.Ref[Span]) bool {
	span := spans.Get() // want "leak: "
	switch v {
	case keep:
		out <- span
	case drop, undecided:
		span.Release()
	default:
		return false
	}
	return true
}

// All cases return, so what follows is for other values.
func checkedAfter(v verdict, out chan<- rcpool.Ref[Span]) bool {
	span := spans.Get() // want "leak: "
	switch v {
	case keep:
		out <- span
		return true
	case drop, undecided:
		span.Release()
		return true
	}
	return false
}
