// Package expectederror has calls that are made for their error alone.
package expectederror

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

// A Page is a part of a file.
type Page struct{ No int }

var pages = rcpool.Pool[Page]{Name: "pages"}

var errRange = errors.New("out of range")

// build fails if a value is out of range.
func build(mem memory.Allocator, values []int64) (arrow.Array, error) {
	if len(values) == 0 {
		return nil, errRange
	}
	b := array.NewInt64Builder(mem)
	defer b.Release()
	for _, v := range values {
		b.Append(v)
	}
	return b.NewArray(), nil
}

// page fails if there is no such page.
func page(no int) (rcpool.Ref[Page], error) {
	if no < 0 {
		return rcpool.Ref[Page]{}, errRange
	}
	p := pages.Get()
	p.Value().No = no
	return p, nil
}

// always never fails.
func always(mem memory.Allocator) (arrow.Array, error) {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	return b.NewArray(), nil
}

// A Viewer owns a page.
type Viewer struct{ page rcpool.Ref[Page] }

// view fails if there is no such page.
func view(no int) (*Viewer, error) {
	if no < 0 {
		return nil, errRange
	}
	p := pages.Get()
	p.Value().No = no
	return &Viewer{page: p}, nil
}

// A book has a reference to each of its pages.
type book struct {
	pages map[int]rcpool.Ref[Page]
	at    int
}

// lookUp retains the page for the caller.
func (b *book) lookUp(no int) (rcpool.Ref[Page], bool) {
	p, ok := b.pages[no]
	if !ok {
		return rcpool.Ref[Page]{}, false
	}
	return p.Retain(), true
}

// lend lends the page to the caller.
func (b *book) lend(no int) (*Page, error) {
	p, ok := b.pages[no]
	if !ok {
		return nil, errRange
	}
	return p.Value(), nil
}
