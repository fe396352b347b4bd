package lent

import (
	"sync"
	"unsafe"
)

// A book has the entries of all blocks that are about, lent or idle, by their
// addresses. It is written when a block is made and when it is collected, and
// read once in a lease.
type book[T any] struct {
	shards [shards]shard[T]
}

const shards = 64

type shard[T any] struct {
	mu      sync.RWMutex
	entries map[uintptr]*entry[T]
	_       [32]byte // 64 in all, on 64-bit machines
}

// A line is where an entry is.
type line[T any] struct {
	address uintptr
	entry   *entry[T]
}

// shard spreads by Fibonacci hashing: blocks of a size lie at regular distances.
func (b *book[T]) shard(address uintptr) *shard[T] {
	return &b.shards[uint64(address)*0x9E3779B97F4A7C15>>58]
}

// find is the entry of the block that begins at first; nil if there is none.
// An address can be in the book when its block is gone, and something else is
// there: the weak pointer knows.
func (b *book[T]) find(first *T) *entry[T] {
	address := uintptr(unsafe.Pointer(first))
	s := b.shard(address)
	s.mu.RLock()
	e := s.entries[address]
	s.mu.RUnlock()
	if e == nil || e.first.Value() != first {
		return nil
	}
	return e
}

func (b *book[T]) enter(address uintptr, e *entry[T]) {
	s := b.shard(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries == nil {
		s.entries = map[uintptr]*entry[T]{}
	}
	s.entries[address] = e
}

// forget is called when the block is gone. Another one may be there already.
func (b *book[T]) forget(l line[T]) {
	s := b.shard(l.address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries[l.address] == l.entry {
		delete(s.entries, l.address)
	}
}
