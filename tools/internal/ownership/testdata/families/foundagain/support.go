// Package foundagain has lists of references in which a function looks for the one that it has: if that
// is there, it has an owner.
package foundagain

import "github.com/rcpool/rcpool"

type Quote struct{ Price int }

func (q *Quote) Reset() { *q = Quote{} }

var quotes = rcpool.Pool[Quote]{Name: "quotes"}

func newQuote(price int) rcpool.Ref[Quote] {
	q := quotes.Get()
	q.Value().Price = price
	return q
}
