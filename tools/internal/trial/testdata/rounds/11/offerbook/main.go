// truth: correct
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Offer struct {
	SKU    string
	Seller string
	Cents  int64
	Tags   []string
}

func (o *Offer) Reset() {
	clear(o.Tags)
	*o = Offer{Tags: o.Tags[:0]}
}

var offers rcpool.Pool[Offer]

// Book keeps the cheapest offer for each SKU.
type Book struct {
	mu   sync.Mutex
	best map[string]rcpool.Ref[Offer]
}

func NewBook() *Book { return &Book{best: make(map[string]rcpool.Ref[Offer])} }

// Publish takes the offer over. It reports whether the offer became the best one.
func (b *Book) Publish(o rcpool.Ref[Offer]) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	sku := o.Value().SKU
	loser, ok := b.best[sku]
	if ok && loser.Value().Cents <= o.Value().Cents {
		o.Release()
		return false
	}
	b.best[sku] = o
	if ok {
		loser.Release()
	}
	return true
}

// Best returns a reference of the caller's own.
func (b *Book) Best(sku string) (rcpool.Ref[Offer], bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	o, ok := b.best[sku]
	if !ok {
		return rcpool.Ref[Offer]{}, false
	}
	return o.Retain(), true
}

func (b *Book) Withdraw(seller string) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for sku, o := range b.best {
		if o.Value().Seller != seller {
			continue
		}
		delete(b.best, sku)
		o.Release()
		n++
	}
	return n
}

func (b *Book) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.best {
		o.Release()
	}
	clear(b.best)
}

func quote(sku, seller string, cents int64, tags ...string) rcpool.Ref[Offer] {
	o := offers.Get()
	v := o.Value()
	v.SKU, v.Seller, v.Cents = sku, seller, cents
	v.Tags = append(v.Tags, tags...)
	return o
}

func main() {
	book := NewBook()
	defer book.Close()
	fmt.Println(book.Publish(quote("lamp", "anna", 1999, "new")))
	fmt.Println(book.Publish(quote("lamp", "bo", 2099)))
	fmt.Println(book.Publish(quote("lamp", "cem", 1850, "used", "scratched")))
	book.Publish(quote("desk", "anna", 9900))

	if o, ok := book.Best("lamp"); ok {
		book.Withdraw("cem")
		tags := append([]string(nil), o.Value().Tags...)
		o.Release()
		sort.Strings(tags)
		fmt.Println(tags)
	}
	_, ok := book.Best("lamp")
	fmt.Println(ok, book.Withdraw("anna"))
}
