// truth: double-release line 73 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool/classic"
)

type quote struct {
	classic.ReferenceCounter
	symbol string
	price  int
	levels []int
}

var quotes = classic.NewReferenceCountedPool(
	func(rc classic.ReferenceCounter) classic.ReferenceCountable {
		return &quote{ReferenceCounter: rc}
	},
	func(i interface{}) error {
		q, ok := i.(*quote)
		if !ok {
			return errors.New("no quote")
		}
		q.symbol, q.price, q.levels = "", 0, q.levels[:0]
		return nil
	})

type book struct {
	best   map[string]int
	queued []*quote
}

func (b *book) match(q *quote) bool {
	best, ok := b.best[q.symbol]
	if !ok || q.price < best {
		b.best[q.symbol] = q.price
		return true
	}
	return false
}

// accept keeps the quote until the next settlement, or gives it up.
func (b *book) accept(q *quote) bool {
	if !b.match(q) {
		q.DecrementReferenceCount()
		return false
	}
	b.queued = append(b.queued, q)
	return true
}

func (b *book) settle() (volume int) {
	for i, q := range b.queued {
		volume += q.price * len(q.levels)
		q.DecrementReferenceCount()
		b.queued[i] = nil
	}
	b.queued = b.queued[:0]
	return volume
}

func feed(b *book, symbol string, price int, levels ...int) error {
	q := quotes.Get().(*quote)
	q.symbol, q.price = symbol, price
	q.levels = append(q.levels, levels...)
	if b.accept(q) {
		return nil
	}
	err := fmt.Errorf("%s at %d is no improvement", symbol, price)
	q.DecrementReferenceCount()
	return err
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
	}()
	b := &book{best: map[string]int{}}
	fmt.Println(feed(b, "ACME", 10, 1, 2), feed(b, "ACME", 9, 4))
	fmt.Println(b.settle())
	fmt.Println(feed(b, "ACME", 12, 7))
}
