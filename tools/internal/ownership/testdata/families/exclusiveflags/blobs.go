// Package exclusiveflags has objects whose flags say where their memory comes
// from, one of which is set at most.
package exclusiveflags

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

var blocks = sync.Pool{New: func() any { return new([4096]byte) }}

// A Page is a page in memory of the pool.
type Page struct{ Data [128]byte }

var pages = rcpool.Pool[Page]{Name: "pages"}

var errMode = errors.New("unknown mode")

type mode int

const (
	empty mode = iota
	pooled
	mapped
)

// A blob has its memory from a pool, from a file, or from nowhere.
type blob struct {
	mode  mode
	block *[4096]byte
	file  []byte
}

// open takes a block for the mode pooled.
func open(m mode) (*blob, error) {
	b := &blob{mode: m}
	switch m {
	case pooled:
		b.block = blocks.Get().(*[4096]byte)
	case mapped:
		b.file = make([]byte, 4096)
	case empty:
	default:
		return nil, errMode
	}
	return b, nil
}

// close puts the block back for the mode pooled.
func (b *blob) close() {
	switch b.mode {
	case pooled:
		blocks.Put(b.block)
	case mapped:
		b.file = nil
	}
	b.mode = empty
}

// A view is of a page that it owns, or of one that it borrows.
type view struct {
	ref   rcpool.Ref[Page]
	page  *Page
	owned bool
}

func ownView() view {
	ref := pages.Get()
	return view{ref: ref, page: ref.Value(), owned: true}
}

func borrowView(p *Page) view { return view{page: p} }

func (v view) close() {
	if v.owned {
		v.ref.Release()
	}
}
