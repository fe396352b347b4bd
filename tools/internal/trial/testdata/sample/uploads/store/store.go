// truth: use-after-release line 22 callee

// Package store keeps chunks.
package store

import "github.com/rcpool/rcpool"

type chunk struct{ n int }

var chunks = rcpool.Pool[chunk]{Name: "chunks"}

func drop(c rcpool.Ref[chunk]) {
	defer c.Release()
	c.Value().n = 0
}

// Size returns the size of the chunk with that name.
func Size(name string) int {
	c := chunks.Get()
	c.Value().n = len(name)
	drop(c)
	return c.Value().n
}
