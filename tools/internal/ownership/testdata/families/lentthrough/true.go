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

// The item is kept, or forgotten: the caller releases it only where it does not come here.
func (s *shelf) settle(item rcpool.Ref[Item]) { // want "leak: "
	if item.Value().n > 0 {
		s.kept[item.Value().n] = item
		return
	}
	delete(s.kept, 0)
}

func run(s *shelf, numbers []int) (failed int) {
	for _, n := range numbers {
		item := items.Get()
		if n < 0 {
			item.Release()
			failed++
			continue
		}
		item.Value().n = n
		s.settle(item)
	}
	return failed
}

// The same with an error: the callee does not tell what it has done.
func (s *shelf) settleUntold(item rcpool.Ref[Item]) error { // want "leak: "
	if item.Value().n > 0 {
		s.kept[item.Value().n] = item
		return nil
	}
	return nil
}

func runUntold(s *shelf, n int) error {
	item := items.Get()
	if n == 7 {
		item.Release()
		return nil
	}
	item.Value().n = n
	return s.settleUntold(item)
}
