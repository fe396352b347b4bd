package slicepool

// Len returns the number of blocks in the registry.
func (p *Pool[T]) Len() int {
	n := 0
	for i := range p.registry.shards {
		shard := &p.registry.shards[i]
		shard.mu.RLock()
		n += len(shard.entries)
		shard.mu.RUnlock()
	}
	return n
}

// Misplace adds the entry of b's block under the address of other, as if the
// block had been there, and its cleanup had yet to run.
func (p *Pool[T]) Misplace(b, other []T) {
	p.registry.add(address(other), p.registry.find(&b[0]))
}
