package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rcpool/rcpool"
)

// cost is the median price of a lease in ns, with one lease in oneIn checked.
func cost(oneIn int) string {
	rcpool.SetChecking(oneIn)
	var pool rcpool.Pool[struct {
		ID      int
		User    string
		Payload [9]int
	}]
	var runs []float64
	for range 15 {
		r := testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				ref := pool.Get()
				ref.Value().ID = 1
				ref.Release()
			}
		})
		runs = append(runs, float64(r.T.Nanoseconds())/float64(r.N))
	}
	slices.Sort(runs)
	return fmt.Sprintf("%.1f", runs[len(runs)/2])
}
