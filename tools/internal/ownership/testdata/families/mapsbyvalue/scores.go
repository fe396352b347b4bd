// Package mapsbyvalue has pools of maps behind pointers, which are used as values.
package mapsbyvalue

import "sync"

// scores has maps behind pointers.
var scores = sync.Pool{New: func() any {
	m := map[uint32]uint64{}
	return &m
}}

// An index has a pool of its own.
type index struct {
	scores sync.Pool
	held   map[uint32]uint64
}

func newIndex() *index {
	return &index{scores: sync.Pool{New: func() any {
		m := map[uint32]uint64{}
		return &m
	}}}
}

func putScores(m map[uint32]uint64) {
	clear(m)
	scores.Put(&m)
}

func total(m map[uint32]uint64) (n uint64) {
	for _, score := range m {
		n += score
	}
	return n
}
