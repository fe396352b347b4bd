// Package owners has structs that own references and give them up when they
// are closed.
package owners

import (
	"errors"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Block is a piece of a file.
type Block struct {
	Bytes [4096]byte
	N     int
}

var blocks = rcpool.Pool[Block]{Name: "blocks"}

var errNotFound = errors.New("no such file")

// A reader owns the block that it reads from. It must be closed once.
type reader struct {
	block rcpool.Ref[Block]
	at    int
}

func newReader(name string) (*reader, error) {
	if name == "" {
		return nil, errNotFound
	}
	r := &reader{block: blocks.Get()}
	r.block.Value().N = copy(r.block.Value().Bytes[:], name)
	return r, nil
}

func (r *reader) next() byte {
	b := r.block.Value()
	if r.at == b.N {
		return 0
	}
	r.at++
	return b.Bytes[r.at-1]
}

func (r *reader) Close() error {
	r.block.Release()
	return nil
}

// A writer owns the block that it writes to. It may be closed again.
type writer struct {
	block  rcpool.Ref[Block]
	closed bool
}

func newWriter() *writer {
	return &writer{block: blocks.Get()}
}

func (w *writer) write(p []byte) {
	b := w.block.Value()
	b.N = copy(b.Bytes[:], p)
}

func (w *writer) Close() error {
	if w.closed {
		return nil
	}
	w.closed = true
	w.block.Release()
	return nil
}

// A file is a reader with a name.
type file struct {
	*reader
	name string
}

func openFile(name string) (*file, error) {
	r, err := newReader(name)
	if err != nil {
		return nil, err
	}
	return &file{r, name}, nil
}

// A cursor is at one block at a time.
type cursor struct {
	mu    sync.Mutex
	block rcpool.Ref[Block]
}

// moveTo gives up the block that the cursor was at, and takes a reference to
// the other one.
func (c *cursor) moveTo(block *rcpool.Ref[Block]) {
	next := block.Retain()
	c.mu.Lock()
	defer c.mu.Unlock()
	rcpool.Drop(&c.block)
	c.block = next
}

func (c *cursor) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	rcpool.Drop(&c.block)
	return nil
}

// A library has the files that are open.
type library struct {
	files map[string]*file
}

func closeAll(closers ...io.Closer) {
	for _, c := range closers {
		_ = c.Close()
	}
}
