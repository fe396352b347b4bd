package incref

import (
	"fmt"
	"io"
)

// read forgets the reference that Find has taken.
func read(c *Cache, id int) int {
	b := c.Find(id) // want "^leak: "
	if b == nil {
		return 0
	}
	return len(b.data)
}

// readChecked forgets the reference when the check fails.
func readChecked(c *Cache, id int, w io.Writer) error {
	b, err := c.Load(id) // want "^leak: "
	if err != nil {
		return err
	}
	if err := verify(b); err != nil {
		return fmt.Errorf("block %d: %w", id, err)
	}
	_, err = w.Write(b.Data())
	b.DecRef()
	return err
}

// insert thinks that the cache takes its reference over.
func insert(c *Cache, id int, data []byte) {
	b := NewBlock(id, data) // want "^leak: "
	c.Insert(b)
}

// twice gives one reference up by hand and by defer.
func twice(c *Cache, id int) error {
	b, err := c.Load(id)
	if err != nil {
		return err
	}
	defer b.DecRef()
	if err := verify(b); err != nil {
		b.DecRef() // want "^double-release: "
		return err
	}
	return nil
}

// after reads a block that may be free.
func after(c *Cache, id int) int {
	b := c.Find(id)
	if b == nil {
		return -1
	}
	b.DecRef()
	return len(b.data) // want "^use-after-release: "
}

// dataAfter writes the memory of a block that may be free.
func dataAfter(c *Cache, id int, w io.Writer) error {
	b, err := c.Load(id)
	if err != nil {
		return err
	}
	data := b.Data()
	b.DecRef()
	_, err = w.Write(data) // want "^use-after-release: "
	return err
}

// background gives the block up under the goroutine.
func background(c *Cache, id int, w io.Writer) {
	b := c.Find(id)
	if b == nil {
		return
	}
	go func() { // want "^escape: "
		_, _ = w.Write(b.Data())
	}()
	b.DecRef()
}

// tried forgets the reference that TryIncRef has taken.
func tried(b *Block, w io.Writer) error {
	if !b.TryIncRef() { // want "^leak: "
		return errMissing
	}
	if err := verify(b); err != nil {
		return err
	}
	_, err := w.Write(b.Data())
	b.DecRef()
	return err
}

// pair loses the first block when the second is missing.
func pair(c *Cache, first, second int) (int, error) {
	a, err := c.Load(first) // want "^leak: "
	if err != nil {
		return 0, err
	}
	b, err := c.Load(second)
	if err != nil {
		return 0, err
	}
	n := len(a.data) + len(b.data)
	a.DecRef()
	b.DecRef()
	return n, nil
}

// longest loses the block that a longer one replaces.
func longest(c *Cache, ids []int) *Block {
	var best *Block
	for _, id := range ids {
		b := c.Find(id) // want "^leak: "
		if b == nil {
			continue
		}
		if best == nil || len(b.data) > len(best.data) {
			best = b
			continue
		}
		b.DecRef()
	}
	return best
}

// dataOf returns the memory of a block that it gives up.
func dataOf(c *Cache, id int) ([]byte, error) {
	b, err := c.Load(id)
	if err != nil {
		return nil, err
	}
	defer b.DecRef()
	return b.Data(), nil // want "^escape: "
}

// revived takes a reference when the last one it knows of is gone.
func revived(id int, data []byte) *Block {
	b := NewBlock(id, data)
	b.DecRef()
	b.IncRef() // want "^use-after-release: "
	return b
}

// position forgets to close the cursor, which owns a block.
func position(c *Cache, id int) (int, error) {
	cur, err := NewCursor(c, id) // missed "^leak: "
	if err != nil {
		return 0, err
	}
	if err := verify(cur.cur); err != nil {
		return 0, err
	}
	return cur.pos, nil
}
