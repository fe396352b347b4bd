package takenlists

// What is used is in the field by then.
func (o *outbox) exchange() int {
	taken := o.pending
	o.pending = append(batch(nil), packets.Get())
	taken.free()
	return o.pending.size()
}

// The list gets others before it is used.
func (o *outbox) refill() int {
	taken := o.pending
	o.pending = nil
	taken.free()
	for i := range taken {
		taken[i] = packets.Get()
	}
	n := taken.size()
	taken.free()
	return n
}

// Each has another reference.
func (o *outbox) keepBoth() (batch, int) {
	taken := o.pending
	o.pending = nil
	kept := make(batch, 0, len(taken))
	for _, p := range taken {
		kept = append(kept, p.Retain())
	}
	forward(taken)
	return kept, kept.size()
}

// It takes only those that are there, and says which.
func (o *outbox) flushSome(max int) int {
	taken := o.pending
	o.pending = nil
	if len(taken) > max {
		taken[:max].free()
		return taken[max:].size() + o.restore(taken[max:])
	}
	taken.free()
	return 0
}

func (o *outbox) restore(rest batch) int {
	o.pending = append(o.pending, rest...)
	return len(rest)
}

// The number of them is no use.
func (o *outbox) flushCounted() int {
	taken := o.pending
	o.pending = nil
	n := taken.size()
	forward(taken)
	return n + len(taken)
}

// It frees them only if it could write them.
func writeOrKeep(b batch, max int) bool {
	if b.size() > max {
		return false
	}
	forward(b)
	return true
}

func (o *outbox) retry() int {
	b := o.pending
	o.pending = nil
	if writeOrKeep(b, 100) {
		return 0
	}
	n := b.size()
	forward(b)
	return n
}

func retryNew() int {
	b := batch{packets.Get()}
	if writeOrKeep(b, 100) {
		return 0
	}
	n := b.size()
	b.free()
	return n
}

// Only the first ones are freed.
func freeFirst(b batch, n int) {
	for i := range n {
		b[i].Release()
	}
}

func freeFirstOf(b batch) { freeFirst(b, 1) }

func passFirst() int {
	b := batch{packets.Get(), packets.Get()}
	freeFirstOf(b)
	n := b[1].Value().size
	b[1].Release()
	return n
}
