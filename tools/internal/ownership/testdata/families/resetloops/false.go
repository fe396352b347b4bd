package resetloops

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// The map is emptied by a loop, in the helper that puts the table back.
func putTable(t *Table) {
	for word := range t.counts {
		delete(t.counts, word)
	}
	t.order = t.order[:0]
	for i := range t.cells {
		t.cells[i] = 0
	}
	for i := range t.rows {
		t.rows[i] = nil
	}
	t.rows = t.rows[:0]
	clear(t.nested.seen)
	t.total = 0
	tables.Put(t)
}

// The helper resets the table.
func countWords(all ...string) []string {
	t := tables.Get().(*Table)
	defer putTable(t)
	for _, word := range all {
		t.add(word)
	}
	return words(t)
}

// The fields are reset one by one before the Put.
func countOnce(word string) int {
	t := tables.Get().(*Table)
	t.add(word)
	n := t.counts[word]
	delete(t.counts, word)
	t.order = t.order[:0]
	t.cells[len(word)%8] = 0
	t.total = 0
	tables.Put(t)
	return n
}

// The array is reset with an index, the map with clear.
func countCells(all ...string) (n int) {
	t := tables.Get().(*Table)
	for _, word := range all {
		t.add(word)
	}
	for i := 0; i < len(t.cells); i++ {
		if t.cells[i] > 0 {
			n++
		}
		t.cells[i] = 0
	}
	clear(t.counts)
	t.order, t.total = t.order[:0], 0
	tables.Put(t)
	return n
}

// Each table of the list goes back, and so does the list.
func countEach(all ...string) (n int) {
	list := lists.Get().(*[]*Table)
	for _, word := range all {
		t := tables.Get().(*Table)
		t.add(word)
		*list = append(*list, t)
	}
	for i, t := range *list {
		n += t.total
		(*list)[i] = nil
		putTable(t)
	}
	*list = (*list)[:0]
	lists.Put(list)
	return n
}

// The Reset of the pool has loops.
func loopingPool() *rcpool.Pool[Set] {
	return &rcpool.Pool[Set]{
		New: newSet,
		Reset: func(s *Set) {
			for name := range s.Names {
				delete(s.Names, name)
			}
			for i := range s.Sizes {
				s.Sizes[i] = 0
			}
			s.Last = ""
		},
	}
}

// The Reset of the pool assigns an array, and takes a helper for the map.
func helpedPool() *rcpool.Pool[Set] {
	return &rcpool.Pool[Set]{
		New: newSet,
		Reset: func(s *Set) {
			empty(s.Names)
			s.Sizes = [4]int{}
			s.Last = ""
		},
	}
}

func empty[K comparable, V any](m map[K]V) {
	for k := range m {
		delete(m, k)
	}
}

// A deferred literal empties the map by a loop.
func hasTwice(numbers []int) bool {
	seen := seenNumbers.Get().(map[int]struct{})
	defer func() {
		for n := range seen {
			delete(seen, n)
		}
		seenNumbers.Put(seen)
	}()
	for _, n := range numbers {
		if _, ok := seen[n]; ok {
			return true
		}
		seen[n] = struct{}{}
	}
	return false
}

type wordCounter struct{ length int }

var wordCounters = sync.Pool{New: func() any { return new(wordCounter) }}

// The counter is reset before it is used, and after a loop over a map: package ssa has a type of its
// own for that.
func lengthOfWords(words map[string]bool) int {
	c := wordCounters.Get().(*wordCounter)
	c.length = 0
	c.length++
	for w := range words {
		c.length += len(w)
	}
	n := c.length
	c.length = 0
	wordCounters.Put(c)
	return n
}
