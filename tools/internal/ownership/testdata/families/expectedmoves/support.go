// Package expectedmoves has functions that move what they have into a result, and callers who
// expect an error.
package expectedmoves

import (
	"errors"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errLong = errors.New("too long")

// A frame owns its body.
type frame struct {
	kind byte
	body stdpool.ByteRef
}

func (f *frame) close() { f.body.Drop() }

// A builder collects a body. Its first error sticks.
type builder struct {
	kind byte
	body stdpool.ByteRef
	err  error
}

func newBuilder(kind byte) *builder { return &builder{kind: kind, body: stdpool.Bytes(0)} }

func (b *builder) add(s string) *builder {
	if b.err == nil {
		if len(s) > 255 {
			b.err = errLong
			return b
		}
		b.body.WriteString(s)
	}
	return b
}

// build ends the builder, also if it fails.
func (b *builder) build() (frame, error) {
	defer b.abort()
	if b.err == nil && b.body.Len() > 600 {
		b.err = errLong
	}
	if b.err != nil {
		return frame{}, b.err
	}
	return frame{b.kind, b.body.Move()}, nil
}

func (b *builder) abort() { b.body.Drop() }

type Page struct{ No int }

var pages = rcpool.Pool[Page]{Name: "pages"}

// A draft has a page until it is published.
type draft struct {
	page rcpool.Ref[Page]
	max  int
}

func newDraft(no int) *draft {
	d := &draft{page: pages.Get(), max: 8}
	d.page.Value().No = no
	return d
}

// publish hands the page over, or releases it.
func (d *draft) publish() (rcpool.Ref[Page], error) {
	page := d.page
	d.page = rcpool.Ref[Page]{}
	if page.Value().No > d.max {
		page.Release()
		return rcpool.Ref[Page]{}, errLong
	}
	return page, nil
}

// look lends the page.
func (d *draft) look() (*Page, error) {
	if d.page.Value().No > d.max {
		return nil, errLong
	}
	return d.page.Value(), nil
}

func (d *draft) close() { rcpool.Drop(&d.page) }
