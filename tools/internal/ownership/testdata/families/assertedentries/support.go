// Package assertedentries has maps of which functions find an entry for others, as a certain type or with
// an error.
package assertedentries

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

var errMissing = errors.New("missing")

func column(mem memory.Allocator, values ...int64) arrow.Array {
	b := array.NewInt64Builder(mem)
	defer b.Release()
	for _, v := range values {
		b.Append(v)
	}
	return b.NewArray()
}

type Page struct {
	Name string
	Size int
}

func (p *Page) Reset() { *p = Page{} }

func (p *Page) small() bool { return p.Size < 10 }

var pages = rcpool.Pool[Page]{Name: "pages"}

func newPage(name string, size int) rcpool.Ref[Page] {
	ref := pages.Get()
	ref.Value().Name, ref.Value().Size = name, size
	return ref
}
