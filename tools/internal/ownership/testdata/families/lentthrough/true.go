package lentthrough

import "github.com/rcpool/rcpool"

// Each function hands the item on, and the last one forgets it.
func (s *shelf) give(item rcpool.Ref[Item]) { s.giveIn(item) }

func (s *shelf) giveIn(item rcpool.Ref[Item]) { // want "leak: "
	if _, ok := s.kept[item.Value().n]; !ok {
		s.kept[item.Value().n] = item.Retain()
	}
}

func fillGiven(s *shelf, n int) {
	item := items.Get()
	item.Value().n = n
	s.give(item)
}

// The function that forgets it calls the other one again.
func count(item rcpool.Ref[Item], n int) int { return countOn(item, n) }

func countOn(item rcpool.Ref[Item], n int) int { // want "leak: "
	if n > 0 {
		return count(item.Retain(), n-1)
	}
	return item.Value().n
}

func counted(n int) int { return count(items.Get(), n) }
