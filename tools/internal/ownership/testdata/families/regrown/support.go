// Package regrown has structs that exchange the memory in a field for other memory, of which
// callers are not told what it is.
package regrown

import (
	"sync"
	"unsafe"

	"github.com/rcpool/rcpool"
)

type chunk[T ~byte | ~uint32] struct{ data []T }

// chunks has chunks by their size.
var chunks [8]sync.Pool

func takeChunk[T ~byte | ~uint32](class int) *chunk[T] {
	c, _ := chunks[class].Get().(*chunk[byte])
	if c == nil {
		c = &chunk[byte]{data: make([]byte, 0, 4096<<class)}
	}
	c.data = c.data[:0]
	return (*chunk[T])(unsafe.Pointer(c))
}

func putChunk[T ~byte | ~uint32](c *chunk[T], class int) {
	if c == nil || class < 0 {
		return
	}
	chunks[class].Put((*chunk[byte])(unsafe.Pointer(c)))
}

// A list is in a chunk that it exchanges for a larger one.
type list[T ~byte | ~uint32] struct {
	chunk *chunk[T]
	class int
	data  []T
}

func (l *list[T]) reserve(n int) {
	if l.chunk == nil {
		l.chunk = takeChunk[T](l.class)
		l.data = l.chunk.data
		return
	}
	old, class := l.chunk, l.class
	l.class = min(class+1, len(chunks)-1)
	l.chunk = takeChunk[T](l.class)
	l.chunk.data = append(l.chunk.data, l.data...)
	putChunk(old, class)
	l.data = l.chunk.data
}

func (l *list[T]) grow(n int) {
	if len(l.data)+n > cap(l.data) {
		l.reserve(n)
	}
}

func (l *list[T]) resize(n int) {
	if n > cap(l.data) {
		l.reserve(n - len(l.data))
	}
	l.data = l.data[:min(n, cap(l.data))]
}

// reset gives the chunk back.
func (l *list[T]) reset() {
	if l.chunk != nil {
		putChunk(l.chunk, l.class)
		l.chunk = nil
	}
	l.data = nil
}

// drop gives the chunk back and leaves it where it is.
func (l *list[T]) drop() { putChunk(l.chunk, 0) }

// A column is pooled, and has a list.
type column struct {
	bits list[byte]
	rows int
}

var columns = sync.Pool{New: func() any { return new(column) }}

// A Page is what the cache has.
type Page struct{ Text []byte }

// Reset makes the page ready for the next owner.
func (p *Page) Reset() { p.Text = p.Text[:0] }

// A cursor owns the page that it is at.
type cursor struct {
	page  rcpool.Ref[Page]
	next  map[int]rcpool.Ref[Page]
	index int
}

// advance goes to the next page, if that was loaded.
func (c *cursor) advance() {
	old := c.page
	c.index++
	c.page = c.next[c.index]
	delete(c.next, c.index)
	if old.Valid() {
		old.Release()
	}
}

// leave gives the page up.
func (c *cursor) leave() { c.page.Release() }
