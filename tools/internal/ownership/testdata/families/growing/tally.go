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
