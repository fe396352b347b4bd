// Package entries has maps that own the references in them. Another reference is put
// into an entry that was looked at before.
package entries

import (
	"errors"

	"github.com/rcpool/rcpool"
)

var (
	errTwice = errors.New("there is one already")
	errOld   = errors.New("there is an old one")
)

type Quote struct {
	Symbol string
	At     int
}

var quotes rcpool.Pool[Quote]

// A table has the last quote of each symbol.
type table struct {
	last  map[string]rcpool.Ref[Quote]
	count int
}

func (t *table) close() {
	for symbol, quote := range t.last {
		delete(t.last, symbol)
		quote.Release()
	}
}

func (t *table) drop(symbol string) {
	if quote, ok := t.last[symbol]; ok {
		delete(t.last, symbol)
		quote.Release()
	}
}
