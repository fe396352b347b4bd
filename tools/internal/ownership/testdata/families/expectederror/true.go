package expectederror

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

// What was built is lost.
func built(mem memory.Allocator, values []int64) (int, error) {
	a, err := build(mem, values) // want "leak: "
	if err != nil {
		return 0, err
	}
	return a.Len(), nil
}

// The page is lost.
func paged(no int) (int, error) {
	p, err := page(no) // want "leak: "
	if err != nil {
		return 0, err
	}
	return p.Value().No, nil
}

// Neither result is used, and it does not fail.
func dropped(mem memory.Allocator) {
	always(mem) // want "leak: "
}

// The viewer is lost.
func viewed(no int) (int, error) {
	v, err := view(no) // want "leak: "
	if err != nil {
		return 0, err
	}
	return v.page.Value().No, nil
}

// It is asked whether there is a page, and then another one is opened.
func second(first, no int) (int, error) {
	if _, err := page(first); err != nil { // want "leak: "
		return 0, fmt.Errorf("first: %w", err)
	}
	p, err := page(no)
	if err != nil {
		return 0, err
	}
	defer p.Release()
	return p.Value().No, nil
}

// The caller wants to know early whether it can be built.
func check(mem memory.Allocator, values []int64) (sum int64, err error) {
	if _, err := build(mem, values); err != nil { // want "leak: "
		return 0, err
	}
	for _, v := range values {
		sum += v
	}
	return sum, nil
}

// The page is there, or the function fails.
func (b *book) turn(no int) error {
	_, ok := b.lookUp(no) // want "leak: "
	if !ok {
		return errRange
	}
	b.at = no
	return nil
}

// A viewer is opened to see whether that works.
func openable(no int) error {
	if _, err := view(no); err != nil { // want "leak: "
		return errors.Join(errRange, err)
	}
	return nil
}
