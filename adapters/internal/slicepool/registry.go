package slicepool

import (
	"sync"
	"unsafe"
)

// A registry has the entries of all blocks of a pool, leased or idle, by their
// addresses. It is written when a block is made and when a block is garbage
// collected, and read once in a lease.
type registry[T any] struct {
	shards [shards]shard[T]
}

const shards = 64

type shard[T any] struct {
	mu      sync.RWMutex
	entries map[uintptr]*entry[T]
	_       [32]byte // 64 bytes in all on 64-bit machines, a cache line
}

// shard returns the shard for an address. It uses Fibonacci hashing, because
// blocks of one size lie at regular distances.
func (r *registry[T]) shard(address uintptr) *shard[T] {
	return &r.shards[uint64(address)*0x9E3779B97F4A7C15>>58]
}

// find returns the entry of the block that begins at first, or nil. The registry
// may have the address of a block that is gone, with something else there now;
// the weak pointer of the entry tells.
func (r *registry[T]) find(first *T) *entry[T] {
	address := uintptr(unsafe.Pointer(first))
	s := r.shard(address)
	s.mu.RLock()
	e := s.entries[address]
	s.mu.RUnlock()
	if e == nil || e.first.Value() != first {
		return nil
	}
	return e
}

// add adds e under an address. It replaces the entry of a block that is gone.
func (r *registry[T]) add(address uintptr, e *entry[T]) {
	s := r.shard(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries == nil {
		s.entries = map[uintptr]*entry[T]{}
	}
	s.entries[address] = e
}

// remove removes the entry of a block that is gone, unless another block has
// taken its address.
func (r *registry[T]) remove(e *entry[T]) {
	s := r.shard(e.address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries[e.address] == e {
		delete(s.entries, e.address)
	}
}
