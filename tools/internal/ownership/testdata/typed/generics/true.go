package generics

import "github.com/rcpool/rcpool"

// The generic function has given the point up.
func plotTwice(x int) {
	ref := points.Get()
	ref.Value().X = x
	consume(ref, plot)
	ref.Release() // want "double-release: "
}

// The box is never closed.
func plotBoxed(x int) int {
	b := newBox(&points) // want "leak: "
	b.open().X = x
	plot(b.open())
	return b.open().Y
}

// Within a generic function, too, each way out must release.
func parseInto[T any, P parser[T]](pool *rcpool.Pool[T], text string) (empty bool, err error) {
	ref := pool.Get() // want "leak: "
	if err := P(ref.Value()).parse(text); err != nil {
		return false, err
	}
	ref.Release()
	return text == "", nil
}

// The object of any type is returned, and released.
func fresh[T any](pool *rcpool.Pool[T]) *T {
	ref := pool.Get()
	defer ref.Release()
	return ref.Value() // want "escape: "
}

// What a generic function returns is owned like anything else.
func writeLeased(text string) int {
	ref := lease(&buffers) // want "leak: "
	n, err := ref.Value().WriteString(text)
	if err != nil {
		return 0
	}
	ref.Release()
	return n
}

// The box is empty when it is closed.
func openClosed(x int) int {
	b := newBox(&points)
	b.open().X = x
	b.Close()
	return b.open().X // want "use-after-release: "
}
