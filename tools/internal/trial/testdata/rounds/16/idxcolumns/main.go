// truth: correct

package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errOrder = errors.New("documents out of order")

// column holds the values of one field of all documents.
type column struct {
	mem    memory.Allocator
	base   arrow.Array
	recent []arrow.Array
}

func (c *column) add(values ...string) error {
	b := array.NewStringBuilder(c.mem)
	defer b.Release()
	for i, v := range values {
		if i > 0 && v < values[i-1] {
			return errOrder
		}
		b.Append(v)
	}
	c.recent = append(c.recent, b.NewArray())
	if len(c.recent) < 3 {
		return nil
	}
	return c.compact()
}

// compact joins the recent chunks with the base.
func (c *column) compact() error {
	all := c.recent
	if c.base != nil {
		all = append([]arrow.Array{c.base}, c.recent...)
	}
	if len(all) == 0 {
		return nil
	}
	joined, err := array.Concatenate(all, c.mem)
	if err != nil {
		return fmt.Errorf("compact: %w", err)
	}
	for _, a := range all {
		a.Release()
	}
	c.base, c.recent = joined, nil
	return nil
}

// page returns rows of the base, which the caller releases.
func (c *column) page(from, to int64) (*array.String, bool) {
	if c.base == nil || from >= int64(c.base.Len()) {
		return nil, false
	}
	to = min(to, int64(c.base.Len()))
	return array.NewSlice(c.base, from, to).(*array.String), true
}

func (c *column) chunked() *arrow.Chunked {
	chunks := c.recent
	if c.base != nil {
		chunks = append([]arrow.Array{c.base}, chunks...)
	}
	return arrow.NewChunked(arrow.BinaryTypes.String, chunks)
}

func (c *column) close() {
	if c.base != nil {
		c.base.Release()
		c.base = nil
	}
	for _, a := range c.recent {
		a.Release()
	}
	c.recent = nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &column{mem: mem}
	for i := range 8 {
		first := fmt.Sprintf("doc%02d", i*2)
		second := fmt.Sprintf("doc%02d", i*2+1)
		if i == 5 {
			first, second = second, first
		}
		if err := c.add(first, second); err != nil {
			fmt.Println(err)
		}
	}
	var pages []*array.String
	for at := int64(0); ; at += 5 {
		p, ok := c.page(at, at+5)
		if !ok {
			break
		}
		pages = append(pages, p)
	}
	all := c.chunked()
	c.close()
	fmt.Println(all.Len(), len(all.Chunks()))
	all.Release()
	for _, p := range pages {
		fmt.Println(p.Value(0), p.Len())
		p.Release()
	}
	fmt.Println("in use:", mem.CurrentAlloc())
}
