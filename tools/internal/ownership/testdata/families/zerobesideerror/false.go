package zerobesideerror

import (
	"errors"
	"io"

	"test/families/zerobesideerror/fault"
)

// The page is used only if there is no error.
func size(f *file, no int) (int, error) {
	page, err := f.read(no)
	if err != nil {
		return 0, err
	}
	defer page.Release()
	return page.Value().Size, nil
}

// The error of the file sticks, and ends the loop.
func total(f *file) (n int) {
	for {
		page, err := f.next()
		if err != nil {
			return n
		}
		n += page.Value().Size
		page.Release()
	}
}

// The known error is not nil.
func openFirst(f *file, nos []int) (int, error) {
	for _, no := range nos {
		page, err := f.open(no)
		if err != nil {
			continue
		}
		n := page.Value().No
		page.Release()
		return n, nil
	}
	return 0, errNoPage
}

// The other package makes the error.
func numberOf(no int) (int, error) {
	page, err := load(no)
	if err != nil {
		return 0, fault.Wrap(502, err)
	}
	defer page.Release()
	return page.Value().No, nil
}

// The error passes through a deferred call.
func length(text string) (int, error) {
	page, err := parse(text)
	if err != nil {
		return 0, err
	}
	n := page.Value().Size
	page.Release()
	return n, nil
}

// The generic function fails with the error of its argument.
func buildPage(no int) (int, error) {
	page, err := build(&pages, func(p *Page) error {
		p.No = no
		return inRange(no)
	})
	if err != nil {
		return 0, err
	}
	defer page.Release()
	return page.Value().No, nil
}

// A joined error is not nil either.
func combine(first, second int) (int, error) {
	page, err := both(first, second)
	if errors.Is(err, errCorrupt) {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	no := page.Value().No
	page.Release()
	return no, nil
}

// The second page is used only if both could be read.
func difference(f *file, left, right int) (int, error) {
	l, err := f.read(left)
	if err != nil {
		return 0, err
	}
	defer l.Release()
	r, err := f.read(right)
	if err != nil {
		return 0, wrap(right, err)
	}
	defer r.Release()
	return l.Value().Size - r.Value().Size, nil
}

// The error is that of an entry, which callers do not see.
func await(g *group, key string) (int, error) {
	page, err := g.wait(key)
	if err != nil {
		return 0, err
	}
	n := page.Value().Size
	page.Release()
	return n, nil
}

// The same with bytes.
func awaitText(g *group, keys []string) (n int) {
	for _, key := range keys {
		text, err := g.waitText(key)
		if err != nil {
			continue
		}
		if text.Len() == 0 {
			panic("no text")
		}
		n += len(text.Value())
		text.Release()
	}
	return n
}

// The error of the reader is translated, and there is no text beside it.
func readText(r io.Reader) (int, error) {
	text, err := textOf(r)
	if err != nil {
		return 0, err
	}
	defer text.Release()
	return text.Len(), nil
}
