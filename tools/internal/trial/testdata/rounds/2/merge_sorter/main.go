// truth: use-after-release line 41 hard
package main

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

type run struct{ keys []int }

var runs = sync.Pool{New: func() any { return &run{keys: make([]int, 0, 64)} }}

func sorted(keys []int) *run {
	r := runs.Get().(*run)
	r.keys = append(r.keys[:0], keys...)
	slices.Sort(r.keys)
	return r
}

// median sorts parts of the input, merges them, and returns the key in the
// middle, together with the smallest and the largest.
func median(input []int, parts int) (lo, mid, hi int) {
	size := (len(input) + parts - 1) / parts
	var open []*run
	for chunk := range slices.Chunk(input, size) {
		open = append(open, sorted(chunk))
	}
	first := open[0]
	merged := make([]int, 0, len(input))
	for _, r := range open {
		merged = append(merged, r.keys...)
	}
	slices.Sort(merged)
	lo, hi = merged[0], merged[len(merged)-1]
	for _, r := range open {
		runs.Put(r)
	}
	if len(open) == 1 {
		return lo, first.keys[len(first.keys)/2], hi
	}
	return lo, merged[len(merged)/2], hi
}

func main() {
	input := []int{9, 4, 7, 1, 8, 2, 6, 3, 5}
	fmt.Println(median(input, 3))
	fmt.Println(median(input, 1))
	var wg sync.WaitGroup
	wrong := make([]int, 4)
	for w := range wrong {
		wg.Go(func() {
			for n := range 300 {
				time.Sleep(10 * time.Microsecond)
				keys := []int{n, n + 1, n + 2}
				if _, mid, _ := median(keys, 1+n%2*2); mid != n+1 {
					wrong[w]++
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(wrong)
}
