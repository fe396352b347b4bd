package mapsbyvalue

// The map is lost: neither the pointer nor the map goes anywhere.
func countLost(ids ...uint32) int {
	p := scores.Get().(*map[uint32]uint64) // want "leak: "
	clear(*p)
	for _, id := range ids {
		(*p)[id]++
	}
	return len(*p)
}

// The map is returned, and the deferred call gives it to the next owner.
func countedLate(ids ...uint32) map[uint32]uint64 {
	p := scores.Get().(*map[uint32]uint64)
	defer scores.Put(p)
	m := *p
	clear(m)
	for _, id := range ids {
		m[id]++
	}
	return m // want "escape: "
}

// The map is added up after it was put back.
func totalLate(ids ...uint32) uint64 {
	p := scores.Get().(*map[uint32]uint64)
	m := *p
	clear(m)
	for _, id := range ids {
		m[id]++
	}
	scores.Put(p)
	return total(m) // want "use-after-release: "
}

// The map is written after it was put back.
func noteLate(id uint32) {
	p := scores.Get().(*map[uint32]uint64)
	m := *p
	clear(m)
	scores.Put(p)
	m[id]++ // want "use-after-release: "
}

// When there are no numbers, the pointer is put back twice.
func countTwice(ids ...uint32) int {
	p := scores.Get().(*map[uint32]uint64)
	defer scores.Put(p)
	clear(*p)
	if len(ids) == 0 {
		scores.Put(p) // want "double-release: "
		return 0
	}
	return len(*p)
}

// The map is still in the field when its pointer is back in the pool.
func (x *index) beginLate() {
	p := x.scores.Get().(*map[uint32]uint64)
	x.held = *p // want "escape: "
	x.scores.Put(p)
}
