package incref

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// readOnce gives the reference of Find up.
func readOnce(c *Cache, id int) int {
	b := c.Find(id)
	if b == nil {
		return 0
	}
	defer b.DecRef()
	return len(b.data)
}

// readEachPath gives the reference up on every path.
func readEachPath(c *Cache, id int, w io.Writer) error {
	b, err := c.Load(id)
	if err != nil {
		return err
	}
	if err := verify(b); err != nil {
		b.DecRef()
		return fmt.Errorf("block %d: %w", id, err)
	}
	_, err = w.Write(b.Data())
	b.DecRef()
	return err
}

// insertAndDrop gives its own reference up: the cache has another.
func insertAndDrop(c *Cache, id int, data []byte) {
	b := NewBlock(id, data)
	c.Insert(b)
	b.DecRef()
}

// insertAndReturn keeps its own reference for the caller.
func insertAndReturn(c *Cache, id int, data []byte) *Block {
	b := NewBlock(id, data)
	c.Insert(b)
	return b
}

// shared uses the block after its own DecRef of an extra reference.
func shared(c *Cache, id int, w io.Writer) error {
	b, err := c.Load(id)
	if err != nil {
		return err
	}
	defer b.DecRef()
	b.IncRef()
	err = verify(b)
	b.DecRef()
	if err != nil {
		return err
	}
	_, err = w.Write(b.Data())
	return err
}

// handedOver gives the goroutine a reference of its own.
func handedOver(b *Block, w io.Writer) {
	b.IncRef()
	go func() {
		defer b.DecRef()
		_, _ = w.Write(b.Data())
	}()
}

// triedOnce gives up what TryIncRef has taken, if it has.
func triedOnce(b *Block, w io.Writer) (err error) {
	if b.TryIncRef() {
		_, err = w.Write(b.Data())
		b.DecRef()
	}
	return err
}

// pairOnce gives the first block up when the second is missing.
func pairOnce(c *Cache, first, second int) (int, error) {
	a, err := c.Load(first)
	if err != nil {
		return 0, err
	}
	defer a.DecRef()
	b, err := c.Load(second)
	if err != nil {
		return 0, err
	}
	defer b.DecRef()
	return len(a.data) + len(b.data), nil
}

// shortest gives up the block that a shorter one replaces.
func shortest(c *Cache, ids []int) *Block {
	var best *Block
	for _, id := range ids {
		b := c.Find(id)
		if b == nil {
			continue
		}
		if best != nil {
			if len(b.data) >= len(best.data) {
				b.DecRef()
				continue
			}
			best.DecRef()
		}
		best = b
	}
	return best
}

// copyOf returns a copy of the memory.
func copyOf(c *Cache, id int) ([]byte, error) {
	b, err := c.Load(id)
	if err != nil {
		return nil, err
	}
	defer b.DecRef()
	return bytes.Clone(b.Data()), nil
}

// NewCursor returns a cursor that owns its block.
func NewCursor(c *Cache, id int) (*Cursor, error) {
	b, err := c.Load(id)
	if err != nil {
		return nil, fmt.Errorf("cursor: %w", err)
	}
	return &Cursor{cur: b}, nil
}

// first closes the cursor that it has opened.
func first(c *Cache, id int) (byte, error) {
	cur, err := NewCursor(c, id)
	if err != nil {
		return 0, err
	}
	defer cur.Close()
	if err := verify(cur.cur); err != nil {
		return 0, err
	}
	return cur.cur.data[cur.pos], nil
}

// warm finds blocks side by side, each with a reference of its own.
func warm(c *Cache, ids []int) int {
	var wg sync.WaitGroup
	sizes := make([]int, len(ids))
	for i, id := range ids {
		wg.Go(func() {
			if b := c.Find(id); b != nil {
				sizes[i] = len(b.data)
				b.DecRef()
			}
		})
	}
	wg.Wait()
	total := 0
	for _, n := range sizes {
		total += n
	}
	return total
}
