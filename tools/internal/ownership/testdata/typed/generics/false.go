package generics

import "github.com/rcpool/rcpool"

// The generic function gives the point up, and this one does not.
func plotOnce(x int) {
	ref := points.Get()
	ref.Value().X = x
	inspect(&ref, plot)
	consume(ref, plot)
}

// The box is closed in the end.
func plotBoxedClosed(x int) int {
	b := newBox(&points)
	defer b.Close()
	b.open().X = x
	plot(b.open())
	return b.open().Y
}

// The object of any type goes to the caller, with its reference.
func parseOwned[T any, P parser[T]](pool *rcpool.Pool[T], text string) (rcpool.Ref[T], error) {
	ref := pool.Get()
	if err := P(ref.Value()).parse(text); err != nil {
		ref.Release()
		return rcpool.Ref[T]{}, err
	}
	return ref, nil
}

// The object is copied.
func freshCopy[T any](pool *rcpool.Pool[T]) T {
	ref := pool.Get()
	defer ref.Release()
	return *ref.Value()
}

// What a generic function returns goes to a generic function.
func writeConsumed(text string) (n int) {
	ref := lease(&points)
	ref.Value().Y = len(text)
	consume(ref, func(p *Point) { n = p.Y })
	return n
}

// The box goes to the caller.
func boxed(x int) (*box[Point], error) {
	b := newBox(&points)
	if err := b.open().parse("point"); err != nil {
		b.Close()
		return nil, err
	}
	b.open().Y = x
	return b, nil
}
