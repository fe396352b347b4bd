package zerobesideerror

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"

	"test/families/zerobesideerror/fault"
)

// The release is deferred before the error is checked.
func sizeTooEarly(f *file, no int) (int, error) {
	page, err := f.read(no)
	defer page.Release() // want "zero-ref: "
	if err != nil {
		return 0, err
	}
	return page.Value().Size, nil
}

// An empty page ends the loop, and is not released.
func totalUntilEmpty(f *file) (n int) {
	for {
		page, err := f.next() // want "leak: "
		if err != nil {
			return n
		}
		if page.Value().Size == 0 {
			return n
		}
		n += page.Value().Size
		page.Release()
	}
}

// The page that could not be opened is used.
func openBroken(f *file, no int) (int, error) {
	page, err := f.open(no)
	if err != nil {
		return page.Value().No, err // want "zero-ref: "
	}
	defer page.Release()
	return page.Value().No, nil
}

// The page is released when load has failed.
func numberOrZero(no int) (int, error) {
	page, err := load(no)
	if err != nil {
		page.Release() // want "zero-ref: "
		return 0, fault.Wrap(502, err)
	}
	defer page.Release()
	return page.Value().No, nil
}

// The page of a short text is not released.
func lengthOrNone(text string) (int, error) {
	page, err := parse(text) // want "leak: "
	if err != nil {
		return 0, err
	}
	n := page.Value().Size
	if n < 3 {
		return 0, errNoPage
	}
	page.Release()
	return n, nil
}

// The number is read after the release.
func buildAndForget(no int) (int, error) {
	page, err := build(&pages, func(p *Page) error {
		p.No = no
		return inRange(no)
	})
	if err != nil {
		return 0, err
	}
	page.Release()
	return page.Value().No, nil // want "use-after-release: "
}

// One of the errors is mistaken for success.
func combineWrong(first, second int) (int, error) {
	page, err := both(first, second)
	if err != nil && !errors.Is(err, errCorrupt) {
		return 0, err
	}
	defer rcpool.Drop(&page)
	return page.Value().No, nil // want "zero-ref: "
}

// If the second page cannot be read, the first is not released.
func differenceLost(f *file, left, right int) (int, error) {
	l, err := f.read(left) // want "leak: "
	if err != nil {
		return 0, err
	}
	r, err := f.read(right)
	if err != nil {
		return 0, wrap(right, err)
	}
	n := l.Value().Size - r.Value().Size
	l.Release()
	r.Release()
	return n, nil
}

// There is no page beside the error.
func awaitAny(g *group, key string) (int, error) {
	page, err := g.wait(key)
	if err != nil {
		page.Release() // want "zero-ref: "
		return 0, err
	}
	n := page.Value().Size
	page.Release()
	return n, nil
}

// The text is kept if it is empty.
func awaitSome(g *group, key string) (int, error) {
	text, err := g.waitText(key) // want "leak: "
	if err != nil {
		return 0, err
	}
	if text.Len() == 0 {
		return 0, errCorrupt
	}
	n := len(text.Value())
	text.Release()
	return n, nil
}

// The text is kept.
func readAll(r io.Reader) (int, error) {
	text, err := textOf(r) // want "leak: "
	if err != nil {
		return 0, err
	}
	return text.Len(), nil
}
