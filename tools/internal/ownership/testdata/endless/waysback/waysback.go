// Package waysback has a loop with many ways back to its beginning, around a reference.
package waysback

import "github.com/rcpool/rcpool"

type T struct{ n int }

func F(pool *rcpool.Pool[T], in []int) {
	var cur rcpool.Ref[T]
	for _, x := range in {
		switch x {
		case 1:
			continue
		case 2:
			continue
		case 3:
			continue
		case 4:
			continue
		case 5:
			continue
		case 6:
			continue
		case 7:
			continue
		}
		if cur.IsZero() {
			cur = pool.Get()
		}
	}
	cur.Release()
}

type M struct{ m map[int]rcpool.Ref[T] }

func (m *M) G(k int) bool {
	_, ok := m.m[k]
	return ok
}
