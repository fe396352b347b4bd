// Package overwritten has fields and entries that own a reference when they are
// assigned again.
package overwritten

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Page is a page of a table.
type Page struct {
	No   int
	Data [128]byte
}

var pages = rcpool.Pool[Page]{Name: "pages"}

func load(no int) rcpool.Ref[Page] {
	page := pages.Get()
	page.Value().No = no
	return page
}

// A cursor owns the page that it is at, if there is one.
type cursor struct {
	page rcpool.Ref[Page]
	at   int
}

func (c *cursor) no() int { return c.page.Value().No }

func (c *cursor) close() { rcpool.Drop(&c.page) }

// A cache owns its pages.
type cache struct {
	mu    sync.Mutex
	pages map[int]rcpool.Ref[Page]
	last  rcpool.Ref[Page]
}

func newCache() *cache { return &cache{pages: map[int]rcpool.Ref[Page]{}} }

func (c *cache) close() {
	for no, page := range c.pages {
		page.Release()
		delete(c.pages, no)
	}
	rcpool.Drop(&c.last)
}

// A slot has an owner of any type.
type slot[T any] struct{ ref rcpool.Ref[T] }

func (s *slot[T]) set(ref rcpool.Ref[T]) {
	rcpool.Drop(&s.ref)
	s.ref = ref
}

// put does not look at what is there.
func (s *slot[T]) put(ref rcpool.Ref[T]) { s.ref = ref }

func (s *slot[T]) close() { rcpool.Drop(&s.ref) }
