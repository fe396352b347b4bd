package lentthrough

import "github.com/rcpool/rcpool"

// The item stays the caller's, through one function and another.
func (s *shelf) store(item rcpool.Ref[Item]) { s.storeIn(item) }

func (s *shelf) storeIn(item rcpool.Ref[Item]) {
	if _, ok := s.kept[item.Value().n]; !ok {
		s.kept[item.Value().n] = item.Retain()
	}
}

func fill(s *shelf, n int) int {
	item := items.Get()
	defer item.Release()
	item.Value().n = n
	s.store(item)
	return item.Value().n
}

// Three functions pass it on.
func shown(item rcpool.Ref[Item]) int { return shownFirst(item) }

func shownFirst(item rcpool.Ref[Item]) int { return shownSecond(item) + 1 }

func shownSecond(item rcpool.Ref[Item]) int { return item.Value().n }

func show(n int) int {
	item := items.Get()
	item.Value().n = n
	m := shown(item)
	item.Release()
	return m
}

// The item is kept, or left to the caller, who knows which.
func (s *shelf) keepPositive(item rcpool.Ref[Item]) {
	if item.Value().n > 0 {
		s.kept[item.Value().n] = item
	}
}

func runPositive(s *shelf, n int) {
	item := items.Get()
	item.Value().n = n
	s.keepPositive(item)
	if n <= 0 {
		item.Release()
	}
}

// The caller has nothing to release, and a deferred call releases what is left of the variable.
func (s *shelf) keepNew(item rcpool.Ref[Item]) {
	if _, ok := s.kept[item.Value().n]; !ok {
		s.kept[item.Value().n] = item
	}
}

func runNew(s *shelf, n int) {
	item := items.Get()
	defer func() {
		if n <= 0 {
			item.Release()
		}
	}()
	item.Value().n = n
	s.keepNew(item)
}
