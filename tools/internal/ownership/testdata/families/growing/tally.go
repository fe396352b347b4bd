// Package growing has pooled structs with lists that are only added to.
package growing

import "sync"

type tally struct {
	hits  int
	paths []string
}

var tallies = sync.Pool{New: func() any { return &tally{paths: make([]string, 0, 32)} }}

// An index numbers names, and keeps them on purpose.
type index struct {
	numbers map[string]int
	names   []string
}

var indexes = sync.Pool{New: func() any { return &index{numbers: map[string]int{}} }}

// A line is emptied by the function that takes it from the pool.
type line struct{ words []string }

var lines = sync.Pool{New: func() any { return new(line) }}

// A batch is emptied by a function that has only the list.
type batch struct{ items []string }

var batches = sync.Pool{New: func() any { return new(batch) }}

func cut(list *[]string) { *list = (*list)[:0] }

// A history is kept on purpose, and nobody reads it here.
type history struct{ seen []string }

var histories = sync.Pool{New: func() any { return new(history) }}

// An analysis has terms with their counts, which are emptied.
type analysis struct {
	terms  []string
	counts map[string]int
	length int
}

var analyses = sync.Pool{New: func() any { return &analysis{counts: make(map[string]int)} }}

func (a *analysis) feed(text string) {
	a.length++
	if a.counts[text] == 0 {
		a.terms = append(a.terms, text)
	}
	a.counts[text]++
}

// An arena keeps its blocks, and begins with the first one again.
type arena struct {
	sizes  []int
	used   int
	places map[string]int
}

var arenas = sync.Pool{New: func() any { return &arena{places: map[string]int{}} }}

func (a *arena) add(name string) {
	if a.used == len(a.sizes) {
		a.sizes = append(a.sizes, 64)
	}
	a.places[name] = a.used
	a.used++
}
