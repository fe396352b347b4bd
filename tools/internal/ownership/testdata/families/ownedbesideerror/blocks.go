// Package ownedbesideerror has functions that return what the caller owns beside an error of
// which they know nothing: the caller owns it, failed or not.
package ownedbesideerror

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

var errKind = errors.New("wrong kind")

// A filler comes from elsewhere.
type filler interface {
	fill(dst []byte) error
}

// fillBuffer returns the buffer even if it could not be filled.
func fillBuffer(kind int, f filler) (*memory.Buffer, error) {
	if kind < 0 {
		return nil, errKind
	}
	b := memory.NewResizableBuffer(memory.DefaultAllocator)
	b.Resize(kind)
	err := f.fill(b.Bytes())
	return b, err
}

// fillOrRelease returns no buffer with an error.
func fillOrRelease(kind int, f filler) (*memory.Buffer, error) {
	if kind < 0 {
		return nil, errKind
	}
	b := memory.NewResizableBuffer(memory.DefaultAllocator)
	b.Resize(kind)
	if err := f.fill(b.Bytes()); err != nil {
		b.Release()
		return nil, err
	}
	return b, nil
}

// fillDeferred releases the buffer where the function ends.
func fillDeferred(kind int, f filler) (b *memory.Buffer, err error) {
	if kind < 0 {
		return nil, errKind
	}
	b = memory.NewResizableBuffer(memory.DefaultAllocator)
	defer func() {
		if err != nil {
			b.Release()
			b = nil
		}
	}()
	b.Resize(kind)
	err = f.fill(b.Bytes())
	return b, err
}

type page struct{ data []byte }

var pages = rcpool.Pool[page]{Name: "pages"}

// fillPage returns the page even if it could not be filled.
func fillPage(kind int, f filler) (rcpool.Ref[page], error) {
	if kind < 0 {
		return rcpool.Ref[page]{}, errKind
	}
	p := pages.Get()
	return p, f.fill(p.Value().data)
}

// fillJoined returns what was joined to nothing.
func fillJoined(kind int, f filler) (*memory.Buffer, error) {
	b := memory.NewResizableBuffer(memory.DefaultAllocator)
	b.Resize(kind)
	err := f.fill(b.Bytes())
	if err != nil {
		b.Release()
		b = nil
	}
	return b, errors.Join(err)
}

// wrap comes from elsewhere, too.
var wrap func(op string, err error) error

// fillWrapped says what was tried.
func fillWrapped(kind int, f filler) (rcpool.Ref[page], error) {
	p := pages.Get()
	err := f.fill(p.Value().data)
	if err != nil {
		rcpool.Drop(&p)
	}
	return p, wrap("fill", err)
}
