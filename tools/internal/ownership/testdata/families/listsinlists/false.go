package listsinlists

import "github.com/rcpool/rcpool"

// Both lists are merged.
func ordered() []int {
	var a, b []rcpool.Ref[Msg]
	for i := range 3 {
		a = append(a, get(i))
		b = append(b, get(2*i))
	}
	return merge(a, b)
}

// The lists come from a function.
func orderedOf(n int) []int { return merge(some(n), some(2*n)) }
