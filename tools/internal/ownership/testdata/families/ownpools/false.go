package ownpools

// The block goes where it came from.
func returned() int {
	b := large.take()
	n := size(b)
	large.give(b)
	return n
}

// Two variables have one pool.
func bySpare() int {
	b := small.take()
	defer spare.give(b)
	return size(b)
}

func byChosen() int {
	choose(true)
	b := small.take()
	defer chosen.give(b)
	return size(b)
}

// A function returns the same pool twice.
func byShared() int {
	b := first.take()
	defer second.give(b)
	return size(b)
}

// The fields may have one pool.
func (p *pair) returned() int {
	b := p.reads.take()
	defer p.writes.give(b)
	return size(b)
}

// Who made the struct knows whether the pools are two.
func (g *given) returned() int {
	b := g.reads.take()
	defer g.writes.give(b)
	return size(b)
}

// Perhaps the indexes are equal.
func byIndex(i, j int) int {
	b := classes[i].take()
	defer classes[j].give(b)
	return size(b)
}

// The name is another one, the pool is not.
func byName() int {
	reads := newBlocks(1)
	writes := reads
	b := reads.take()
	defer writes.give(b)
	return size(b)
}

// Two structs may be one.
func move(from, to *tier) int {
	b := from.hot.take()
	defer to.hot.give(b)
	return size(b)
}

func (t *tier) returned() int {
	b := t.cold.take()
	defer t.cold.give(b)
	return size(b)
}

// A literal gives it back.
func returnedByLiteral() int {
	b := small.take()
	defer func() {
		b.used = 0
		spare.give(b)
	}()
	return size(b)
}

// The struct of the pools is another name for a global one.
func returnedFields() int {
	t := both
	b := t.hot.take()
	defer both.hot.give(b)
	return size(b)
}
