package term

import (
	"cmp"
	"iter"
)

// An Ordered is a map whose keys are numbers, such as terms. Who goes through it meets the keys in
// their order, so that the same is found out in each run. A copy is made at once: it shares memory
// with the original until one of them changes.
type Ordered[K cmp.Ordered, V any] struct {
	entries []entry[K, V]
	shared  bool // with copies
	lent    bool // to who goes through it
}

type entry[K cmp.Ordered, V any] struct {
	key   K
	value V
}

// Len is the number of keys.
func (m *Ordered[K, V]) Len() int { return len(m.entries) }

// find returns where a key is, or would be.
func (m *Ordered[K, V]) find(k K) (at int, ok bool) {
	low, high := 0, len(m.entries)
	if high > 0 && m.entries[high-1].key < k { // the newest term is the largest one
		return high, false
	}
	for low < high {
		middle := int(uint(low+high) >> 1)
		if m.entries[middle].key < k {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < len(m.entries) && m.entries[low].key == k
}

// Get returns the value of a key, if there is one.
func (m *Ordered[K, V]) Get(k K) (v V, ok bool) {
	at, ok := m.find(k)
	if !ok {
		return v, false
	}
	return m.entries[at].value, true
}

// At returns the value of a key, or the zero value.
func (m *Ordered[K, V]) At(k K) V {
	v, _ := m.Get(k)
	return v
}

// Set gives a key a value.
func (m *Ordered[K, V]) Set(k K, v V) {
	at, ok := m.find(k)
	switch {
	case !ok:
		m.open(at)
		m.entries[at] = entry[K, V]{k, v}
	default:
		m.own()
		m.entries[at].value = v
	}
}

// Delete removes a key.
func (m *Ordered[K, V]) Delete(k K) {
	at, ok := m.find(k)
	if !ok {
		return
	}
	m.own()
	copy(m.entries[at:], m.entries[at+1:])
	last := len(m.entries) - 1
	m.entries[last] = entry[K, V]{}
	m.entries = m.entries[:last]
}

// open makes room for an entry.
func (m *Ordered[K, V]) open(at int) {
	n := len(m.entries)
	if !m.shared && !m.lent && n < cap(m.entries) {
		m.entries = m.entries[:n+1]
		copy(m.entries[at+1:], m.entries[at:n])
		return
	}
	all := make([]entry[K, V], n+1, n+n/4+4)
	copy(all, m.entries[:at])
	copy(all[at+1:], m.entries[at:])
	m.entries, m.shared, m.lent = all, false, false
}

// own makes the entries those of this map alone.
func (m *Ordered[K, V]) own() {
	if m.shared || m.lent {
		m.entries = append(make([]entry[K, V], 0, len(m.entries)+2), m.entries...)
		m.shared, m.lent = false, false
	}
}

// All goes through the keys that are there when it begins, and their values, unless they are deleted
// on the way.
func (m *Ordered[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		all, lent := m.entries, m.lent
		m.lent = true
		for i := range all {
			k, v, ok := all[i].key, all[i].value, true
			if !m.hasEntries(all) {
				v, ok = m.Get(k)
			}
			if ok && !yield(k, v) {
				break
			}
		}
		if m.hasEntries(all) {
			m.lent = lent
		}
	}
}

// hasEntries reports whether nothing has changed since the entries, of which there are some, were those.
func (m *Ordered[K, V]) hasEntries(all []entry[K, V]) bool {
	return len(all) == len(m.entries) && (len(all) == 0 || &all[0] == &m.entries[0])
}

// Clone returns a copy that can be changed without the original.
func (m *Ordered[K, V]) Clone() Ordered[K, V] {
	m.shared = true
	return Ordered[K, V]{entries: m.entries, shared: true}
}
