package expectederror

import "github.com/apache/arrow-go/v18/arrow/memory"

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
