// Package twoways has structs that find each object in two ways, and lose it in one of them.
package twoways

import (
	"errors"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

type Page struct {
	ID   int
	Name string
	Text []byte
}

func (p *Page) Reset() { p.ID, p.Name, p.Text = 0, "", p.Text[:0] }

var (
	pages  = rcpool.Pool[Page]{Name: "pages"}
	pooled = sync.Pool{New: func() any { return new(Page) }}
)

func load(id int) rcpool.Ref[Page] {
	p := pages.Get()
	p.Value().ID = id
	return p
}

func column(n int) arrow.Array {
	b := array.NewInt64Builder(memory.NewGoAllocator())
	defer b.Release()
	b.Append(int64(n))
	return b.NewArray()
}

var errTooOld = errors.New("too old")
