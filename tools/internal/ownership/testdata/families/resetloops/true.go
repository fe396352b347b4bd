package resetloops

import "github.com/rcpool/rcpool"

// The helper forgets the order.
func putTableDirty(t *Table) {
	for word := range t.counts {
		delete(t.counts, word)
	}
	for i := range t.cells {
		t.cells[i] = 0
	}
	t.rows = t.rows[:0]
	clear(t.nested.seen)
	t.total = 0
	tables.Put(t) // missed "reset: "
}

// The counts go back as they are.
func countWordsDirty(all ...string) []string {
	t := tables.Get().(*Table)
	for _, word := range all {
		t.add(word)
	}
	sorted := words(t)
	t.order, t.total = t.order[:0], 0
	t.cells = [8]int{}
	tables.Put(t) // want "reset: "
	return sorted
}

// One field is not reset before the Put.
func countOnceDirty(word string) int {
	t := tables.Get().(*Table)
	t.add(word)
	n := t.counts[word]
	delete(t.counts, word)
	t.order = t.order[:0]
	t.cells[len(word)%8] = 0
	tables.Put(t) // want "reset: "
	return n
}

// Half of the array is reset.
func countCellsDirty(all ...string) (n int) {
	t := tables.Get().(*Table)
	for _, word := range all {
		t.add(word)
	}
	for i := 0; i < len(t.cells)/2; i++ {
		n += t.cells[i]
		t.cells[i] = 0
	}
	clear(t.counts)
	t.order, t.total = t.order[:0], 0
	tables.Put(t) // missed "reset: "
	return n
}

// The list goes back with tables that were put back.
func countEachDirty(all ...string) (n int) {
	list := lists.Get().(*[]*Table)
	for _, word := range all {
		t := tables.Get().(*Table)
		t.add(word)
		*list = append(*list, t)
	}
	for _, t := range *list {
		n += t.total
		putTable(t)
	}
	lists.Put(list) // want "(reset|escape): "
	return n
}

// The Reset of the pool does not reach one field.
func loopingPoolDirty() *rcpool.Pool[Set] {
	return &rcpool.Pool[Set]{
		New: newSet,
		Reset: func(s *Set) { // want "reset: "
			for name := range s.Names {
				delete(s.Names, name)
			}
			for i := range s.Sizes {
				s.Sizes[i] = 0
			}
		},
	}
}

// The Reset of the pool leaves the map.
func helpedPoolDirty() *rcpool.Pool[Set] {
	return &rcpool.Pool[Set]{
		New: newSet,
		Reset: func(s *Set) { // missed "reset: "
			s.Sizes = [4]int{}
			s.Last = ""
		},
	}
}

// The loop leaves some numbers in the map.
func hasTwiceDirty(numbers []int) bool {
	seen := seenNumbers.Get().(map[int]struct{})
	for _, n := range numbers {
		if _, ok := seen[n]; ok {
			return true
		}
		seen[n] = struct{}{}
	}
	for n := range seen {
		if n < 0 {
			delete(seen, n)
		}
	}
	seenNumbers.Put(seen) // want "reset: "
	return false
}

// The same counter is used when it was put back.
func lengthOfWordsLate(words map[string]bool) int {
	c := wordCounters.Get().(*wordCounter)
	c.length = 0
	c.length++
	for w := range words {
		c.length += len(w)
	}
	wordCounters.Put(c)
	return c.length // want "use-after-release: "
}
