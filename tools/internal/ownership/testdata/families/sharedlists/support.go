// Package sharedlists has local lists of references that goroutines read, too.
package sharedlists

import "github.com/rcpool/rcpool"

// A Quote is an offer.
type Quote struct{ Pennies int }

var quotes = rcpool.Pool[Quote]{Name: "quotes"}

// fill makes an offer, and fails for an odd number.
func fill(q *Quote, n int) bool {
	q.Pennies = 100 - n
	return n%2 == 0
}
