// Package ownpools has pools that are told apart by the variables which hold them.
package ownpools

import "sync"

type block struct {
	data []byte
	used int
}

// blocks is a pool with functions of its own.
type blocks struct {
	pool sync.Pool
}

func newBlocks(size int) *blocks {
	b := &blocks{}
	b.pool.New = func() any { return &block{data: make([]byte, size)} }
	return b
}

func (b *blocks) take() *block    { return b.pool.Get().(*block) }
func (b *blocks) give(blk *block) { b.pool.Put(blk) }

var (
	small  = newBlocks(512)
	large  = newBlocks(64 << 10)
	spare  = small
	chosen *blocks

	inputs, outputs blocks
	classes         [3]blocks
)

// choose makes one of the pools the chosen one.
func choose(isSmall bool) {
	chosen = large
	if isSmall {
		chosen = small
	}
}

// shared returns the same pool each time.
func shared() *blocks { return small }

var first, second = shared(), shared()

// A tier has two pools of its own.
type tier struct{ hot, cold *blocks }

func newTier() *tier { return &tier{hot: newBlocks(1), cold: newBlocks(2)} }

// A pair may have one pool twice.
type pair struct{ reads, writes *blocks }

func newPair(separate bool) *pair {
	b := newBlocks(3)
	p := &pair{b, b}
	if separate {
		p.writes = newBlocks(4)
	}
	return p
}

// A given has the pools that it is given.
type given struct{ reads, writes *blocks }

func newGiven(reads, writes *blocks) *given { return &given{reads, writes} }

// A stage has pools that are no pointers.
type stage struct{ in, out blocks }

// Of is a pool of a certain type.
type Of[T any] struct{ pool sync.Pool }

func newOf[T any]() *Of[T] { return &Of[T]{sync.Pool{New: func() any { return new(T) }}} }

func (o *Of[T]) get() *T  { return o.pool.Get().(*T) }
func (o *Of[T]) put(v *T) { o.pool.Put(v) }

var (
	requests  = newOf[block]()
	responses = newOf[block]()
)

func size(b *block) int { return len(b.data) + b.used }

var both = newTier()
