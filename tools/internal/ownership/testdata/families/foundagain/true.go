package foundagain

import "github.com/rcpool/rcpool"

// The one that is nowhere in the list is lost.
func find1(kept []rcpool.Ref[Quote], price int) bool {
	r := newQuote(price) // want "leak: "
	for _, o := range kept {
		if o == r {
			r.Release()
			return true
		}
	}
	return false
}

// A zero reference is no other one.
func valid1(price int) bool {
	r := newQuote(price) // want "leak: "
	return r != (rcpool.Ref[Quote]{})
}

// The list has another one.
func first1(kept []rcpool.Ref[Quote], price int) int {
	r := newQuote(price) // want "leak: "
	if len(kept) > 0 && kept[0] != r {
		return kept[0].Value().Price
	}
	n := r.Value().Price
	r.Release()
	return n
}
