// truth: detach line 66 plain
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type column struct {
	name  string
	vals  []int64
	valid []bool
}

var columns = rcpool.Pool[column]{
	Name: "columns",
	Reset: func(c *column) {
		c.name, c.vals, c.valid = "", c.vals[:0], c.valid[:0]
	},
}

type catalog struct {
	mu     sync.Mutex
	pinned map[string]*column
}

func (c *catalog) pin(col *column) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pinned[col.name] = col
}

type stats struct {
	min, max int64
	nulls    int
}

func summarize(c *column) (s stats) {
	first := true
	for i, v := range c.vals {
		if !c.valid[i] {
			s.nulls++
			continue
		}
		if first || v < s.min {
			s.min = v
		}
		if first || v > s.max {
			s.max = v
		}
		first = false
	}
	return s
}

// export computes the statistics of the column, and pins dimension columns for good.
func export(cat *catalog, col rcpool.Ref[column], dimension bool) stats {
	scan := col.Retain()
	defer scan.Release()
	result := make(chan stats, 1)
	go func() { result <- summarize(scan.Value()) }()
	st := <-result
	if dimension {
		cat.pin(col.Detach())
	} else {
		col.Release()
	}
	return st
}

func load(name string, vals ...int64) rcpool.Ref[column] {
	col := columns.Get()
	c := col.Value()
	c.name = name
	for _, v := range vals {
		c.vals = append(c.vals, v)
		c.valid = append(c.valid, v >= 0)
	}
	return col
}

func main() {
	cat := &catalog{pinned: map[string]*column{}}
	fmt.Println(export(cat, load("latency", 4, 9, -1, 2), false))
	fmt.Println(export(cat, load("country", 1, 2, 3), true))
	fmt.Println(len(cat.pinned))
}
