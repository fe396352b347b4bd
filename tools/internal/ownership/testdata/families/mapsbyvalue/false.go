package mapsbyvalue

import "maps"

// The map goes to the caller, who puts it back with another pointer.
func (x *index) getScores() map[uint32]uint64 {
	return *x.scores.Get().(*map[uint32]uint64)
}

// It comes back in a variable of its own.
func (x *index) putScores(m map[uint32]uint64) {
	if m != nil {
		clear(m)
		x.scores.Put(&m)
	}
}

// The caller of a getter puts the map back when it is done.
func (x *index) totalOf(ids ...uint32) uint64 {
	m := x.getScores()
	defer x.putScores(m)
	for _, id := range ids {
		m[id]++
	}
	return total(m)
}

// The map is kept in a field.
func (x *index) begin() {
	x.held = *x.scores.Get().(*map[uint32]uint64)
}

// The pointer is put back, and only a number is returned.
func count(ids ...uint32) int {
	p := scores.Get().(*map[uint32]uint64)
	defer scores.Put(p)
	m := *p
	clear(m)
	for _, id := range ids {
		m[id]++
	}
	return len(m)
}

// What is returned is a copy.
func counted(ids ...uint32) map[uint32]uint64 {
	p := scores.Get().(*map[uint32]uint64)
	defer scores.Put(p)
	m := *p
	clear(m)
	for _, id := range ids {
		m[id]++
	}
	return maps.Clone(m)
}
