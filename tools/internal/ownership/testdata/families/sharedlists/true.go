package sharedlists

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// The best offer is released, too, and returned.
func bestReleased(n int) (rcpool.Ref[Quote], bool) {
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
	for _, offer := range offers {
		offer.Release()
	}
	if winner < 0 {
		return rcpool.Ref[Quote]{}, false
	}
	return offers[winner], true // want "use-after-release: "
}

// The price is read when all are released.
func priceAfterAll(n int) (pennies int) {
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
	for _, offer := range offers {
		offer.Release()
	}
	if winner >= 0 {
		pennies = offers[winner].Value().Pennies // want "use-after-release: "
	}
	return pennies
}
