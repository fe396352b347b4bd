// Package resetloops has objects that are reset by loops, element by element.
package resetloops

import (
	"maps"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Table counts words.
type Table struct {
	counts map[string]int
	order  []string
	cells  [8]int
	rows   [][]int
	nested struct{ seen map[int]bool }
	total  int
}

func newTable() *Table {
	t := &Table{counts: map[string]int{}}
	t.nested.seen = map[int]bool{}
	return t
}

func (t *Table) add(word string) {
	t.counts[word]++
	t.order = append(t.order, word)
	t.cells[len(word)%8]++
	t.total++
}

// A Set is a smaller object, in a pool of rcpool.
type Set struct {
	Names map[string]bool
	Sizes [4]int
	Last  string
}

func newSet() *Set { return &Set{Names: map[string]bool{}} }

var tables = sync.Pool{New: func() any { return newTable() }}

var lists = sync.Pool{New: func() any { return new([]*Table) }}

var _ = rcpool.Pool[Set]{}

func words(t *Table) []string { return slices.Sorted(maps.Keys(t.counts)) }

var seenNumbers = sync.Pool{New: func() any { return map[int]struct{}{} }}
