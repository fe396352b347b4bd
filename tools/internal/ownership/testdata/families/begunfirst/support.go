// Package begunfirst has pooled structs of which a function begins other fields, by a method of
// theirs, before it empties a list.
package begunfirst

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
)

// A shot is emptied where it is taken.
type shot struct {
	users atomic.Int32
	seq   int
	data  []byte
}

var shots = sync.Pool{New: func() any { return new(shot) }}

func (s *shot) drop() {
	if s.users.Add(-1) == 0 {
		shots.Put(s)
	}
}

func show(s *shot) { fmt.Println(s.seq, s.data) }

// A memo is emptied where it is taken, too.
type memo struct {
	state int32
	text  bytes.Buffer
	words []string
	names map[string]int
}

var memos = sync.Pool{New: func() any { return &memo{names: map[string]int{}} }}

func print(m *memo) { fmt.Println(m.words, m.names, m.text.String()) }

// A strip is emptied before it is put back.
type strip struct {
	users atomic.Int32
	head  bytes.Buffer
	cells []int
}

var strips = sync.Pool{New: func() any { return new(strip) }}

func total(s *strip) (n int) {
	for _, c := range s.cells {
		n += c
	}
	return n
}

func fill(n int) int {
	s := strips.Get().(*strip)
	s.users.Store(1)
	for i := range n {
		s.cells = append(s.cells, i)
	}
	sum := total(s)
	s.cells = s.cells[:0]
	strips.Put(s)
	return sum
}
