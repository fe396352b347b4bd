// Package incref holds the cases for hand-made counters with IncRef and
// DecRef.
package incref

import (
	"errors"
	"sync"
	"sync/atomic"
)

var errMissing = errors.New("missing")

var blocks = sync.Pool{New: func() any { return new(Block) }}

// Block is a counted block of a file.
type Block struct {
	refs atomic.Int32
	id   int
	data []byte
}

// NewBlock returns a block with one reference.
func NewBlock(id int, data []byte) *Block {
	b := blocks.Get().(*Block)
	b.refs.Store(1)
	b.id = id
	b.data = append(b.data[:0], data...)
	return b
}

// IncRef adds a reference.
func (b *Block) IncRef() {
	if b.refs.Add(1) <= 1 {
		panic("IncRef of a freed block")
	}
}

// TryIncRef adds a reference unless the block is free.
func (b *Block) TryIncRef() bool {
	for {
		n := b.refs.Load()
		if n <= 0 {
			return false
		}
		if b.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// DecRef gives a reference up; the last one frees the block.
func (b *Block) DecRef() {
	switch n := b.refs.Add(-1); {
	case n < 0:
		panic("DecRef of a freed block")
	case n == 0:
		b.id = 0
		b.data = b.data[:0]
		blocks.Put(b)
	}
}

// Data returns the block's own memory.
func (b *Block) Data() []byte { return b.data }

// Cache holds one reference to each of its blocks.
type Cache struct {
	mu     sync.Mutex
	blocks map[int]*Block
}

// Find returns the block with a reference for the caller, or nil.
func (c *Cache) Find(id int) *Block {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.blocks[id]
	if b != nil {
		b.IncRef()
	}
	return b
}

// Load returns the block with a reference for the caller, or an error.
func (c *Cache) Load(id int) (*Block, error) {
	b := c.Find(id)
	if b == nil {
		return nil, errMissing
	}
	return b, nil
}

// Insert keeps a reference of its own.
func (c *Cache) Insert(b *Block) {
	b.IncRef()
	c.mu.Lock()
	old := c.blocks[b.id]
	c.blocks[b.id] = b
	c.mu.Unlock()
	if old != nil {
		old.DecRef()
	}
}

func verify(b *Block) error {
	if len(b.data) == 0 {
		return errMissing
	}
	return nil
}

// Cursor owns the block that it stands on, until Close.
type Cursor struct {
	cur *Block
	pos int
}

func (c *Cursor) seek(to *Block) {
	to.IncRef()
	c.Close()
	c.cur, c.pos = to, 0
}

// Close gives the block up.
func (c *Cursor) Close() {
	if c.cur != nil {
		c.cur.DecRef()
		c.cur = nil
	}
}
