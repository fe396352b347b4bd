// truth: wrong-pool line 70 callee

// Command tieredbufs answers read requests of a block device with pooled buffers.
package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

type block struct {
	data []byte
	used int
}

type blocks struct {
	pool sync.Pool
}

func newBlocks(size int) *blocks {
	b := &blocks{}
	b.pool.New = func() any { return &block{data: make([]byte, size)} }
	return b
}

func (b *blocks) take() *block {
	blk := b.pool.Get().(*block)
	blk.used = 0
	return blk
}

func (b *blocks) give(blk *block) { b.pool.Put(blk) }

var (
	sectors = newBlocks(512)
	extents = newBlocks(64 << 10)
)

type device struct {
	r io.ReaderAt
}

func (d *device) readSector(n int64, visit func([]byte)) error {
	blk := sectors.take()
	defer sectors.give(blk)
	var err error
	blk.used, err = d.r.ReadAt(blk.data[:512], n*512)
	if err != nil && err != io.EOF {
		return err
	}
	visit(blk.data[:blk.used])
	return nil
}

func (d *device) readExtent(n int64, visit func([]byte)) error {
	blk := extents.take()
	var err error
	blk.used, err = d.r.ReadAt(blk.data, n*int64(len(blk.data)))
	if err != nil && err != io.EOF {
		extents.give(blk)
		return err
	}
	for p := blk.data[:blk.used]; len(p) > 0; {
		k := min(len(p), 4096)
		visit(p[:k])
		p = p[k:]
	}
	sectors.give(blk)
	return nil
}

func main() {
	d := &device{r: strings.NewReader(strings.Repeat("x", 70_000))}
	total := 0
	count := func(p []byte) { total += len(p) }
	for i := range int64(2) {
		if err := d.readExtent(i, count); err != nil {
			fmt.Println(err)
		}
		if err := d.readSector(i, count); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(total)
}
