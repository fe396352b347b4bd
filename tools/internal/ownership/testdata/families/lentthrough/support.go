// Package lentthrough lends references through functions that only pass them on.
package lentthrough

import "github.com/rcpool/rcpool"

type Item struct{ n int }

var items = rcpool.Pool[Item]{Name: "items"}

type shelf struct{ kept map[int]rcpool.Ref[Item] }

func (s *shelf) close() {
	for n, item := range s.kept {
		delete(s.kept, n)
		item.Release()
	}
}
