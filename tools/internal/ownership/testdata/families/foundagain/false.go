package foundagain

import "github.com/rcpool/rcpool"

// Each one is in the list once.
func sum2(prices []int) (n int) {
	var kept []rcpool.Ref[Quote]
	for _, price := range prices {
		r := newQuote(price)
		dup := false
		for _, o := range kept {
			if o == r {
				dup = true
				break
			}
		}
		if !dup {
			kept = append(kept, r)
		}
	}
	for _, r := range kept {
		n += r.Value().Price
		r.Release()
	}
	return n
}

// Those that are there are passed over.
func add2(kept []rcpool.Ref[Quote], price int) []rcpool.Ref[Quote] {
	r := newQuote(price)
	for _, o := range kept {
		if o != r {
			continue
		}
		return kept
	}
	return append(kept, r)
}

func has2(kept []rcpool.Ref[Quote], r rcpool.Ref[Quote]) bool {
	for _, o := range kept {
		if r == o {
			return true
		}
	}
	return false
}

// A function looks for it.
func merge2(kept []rcpool.Ref[Quote], price int) []rcpool.Ref[Quote] {
	r := newQuote(price)
	if has2(kept, r) {
		return kept
	}
	return append(kept, r)
}
