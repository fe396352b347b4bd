package sharedlists

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// All but the best offer are released.
func best(n int) (rcpool.Ref[Quote], bool) {
	offers := make([]rcpool.Ref[Quote], n)
	good := make([]bool, n)
	var wg sync.WaitGroup
	for i := range n {
		offers[i] = quotes.Get()
		wg.Go(func() { good[i] = fill(offers[i].Value(), i) })
	}
	wg.Wait()
	winner := -1
	for i := range offers {
		switch {
		case !good[i]:
		case winner < 0 || offers[i].Value().Pennies < offers[winner].Value().Pennies:
			winner = i
		}
	}
	for i, offer := range offers {
		if i != winner {
			offer.Release()
		}
	}
	if winner < 0 {
		return rcpool.Ref[Quote]{}, false
	}
	return offers[winner], true
}

// All are released, the best one last.
func bestPrice(n int) (pennies int) {
	offers := make([]rcpool.Ref[Quote], n)
	good := make([]bool, n)
	var wg sync.WaitGroup
	for i := range n {
		offers[i] = quotes.Get()
		wg.Go(func() { good[i] = fill(offers[i].Value(), i) })
	}
	wg.Wait()
	winner := -1
	for i := range offers {
		switch {
		case !good[i]:
		case winner < 0 || offers[i].Value().Pennies < offers[winner].Value().Pennies:
			winner = i
		}
	}
	for i, offer := range offers {
		if i != winner {
			offer.Release()
		}
	}
	if winner >= 0 {
		pennies = offers[winner].Value().Pennies
		offers[winner].Release()
	}
	return pennies
}
