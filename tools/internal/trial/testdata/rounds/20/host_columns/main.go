// truth: double-release line 59 hard

// Telemetry in Arrow columns, one for each host, in the order of arrival and by name.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errKnown = errors.New("host has a column already")

type columns struct {
	mem    memory.Allocator
	order  []arrow.Array
	byHost map[string]*array.Int64
}

func (c *columns) add(host string, values ...int64) error {
	if _, ok := c.byHost[host]; ok {
		return fmt.Errorf("%s: %w", host, errKnown)
	}
	b := array.NewInt64Builder(c.mem)
	defer b.Release()
	b.AppendValues(values, nil)
	col := b.NewInt64Array()
	c.order = append(c.order, col)
	c.byHost[host] = col
	return nil
}

func (c *columns) peak(host string) (p int64) {
	col, ok := c.byHost[host]
	if !ok {
		return -1
	}
	for _, v := range col.Int64Values() {
		p = max(p, v)
	}
	return p
}

// flat returns all columns as one, for the caller to release.
func (c *columns) flat() (arrow.Array, error) {
	return array.Concatenate(c.order, c.mem)
}

func (c *columns) Release() {
	for _, col := range c.order {
		col.Release()
	}
	c.order = nil
	for host, col := range c.byHost {
		delete(c.byHost, host)
		col.Release()
	}
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	c := &columns{mem: mem, byHost: map[string]*array.Int64{}}
	for i, host := range []string{"web1", "web2", "web1", "db"} {
		if err := c.add(host, int64(i), int64(10*i), 7); err != nil {
			fmt.Println(err)
		}
	}
	all, err := c.flat()
	if err != nil {
		fmt.Println(err)
	} else {
		fmt.Println(all.Len(), c.peak("web2"), c.peak("mail"))
		all.Release()
	}
	c.Release()
	fmt.Println("bytes left", mem.CurrentAlloc())
}
