package lent

// Len is the number of blocks that are in the book.
func (s *Slices[T]) Len() int {
	n := 0
	for i := range s.book.shards {
		shard := &s.book.shards[i]
		shard.mu.RLock()
		n += len(shard.entries)
		shard.mu.RUnlock()
	}
	return n
}

func (s *Slices[T]) ClassFor(n int) int   { return s.classFor(n) }
func (s *Slices[T]) SizeOf(class int) int { return s.sizeOf(class) }

// Misplace enters the block of b under the address of other, as if other were
// where a block was collected whose cleanup has yet to run.
func (s *Slices[T]) Misplace(b, other []T) {
	s.book.enter(address(other), s.book.find(&b[0]))
}
