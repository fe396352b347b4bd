// Package heapandmap has structs that keep the same objects in a heap and in a map.
package heapandmap

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type Offer struct {
	Name  string
	Price int
}

func (o *Offer) Reset() { *o = Offer{} }

var offers = rcpool.Pool[Offer]{Name: "offers"}

func newOffer(name string, price int) rcpool.Ref[Offer] {
	o := offers.Get()
	o.Value().Name, o.Value().Price = name, price
	return o
}

type byPrice []rcpool.Ref[Offer]

func (b byPrice) Len() int           { return len(b) }
func (b byPrice) Less(i, j int) bool { return b[i].Value().Price < b[j].Value().Price }
func (b byPrice) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *byPrice) Push(x any)        { *b = append(*b, x.(rcpool.Ref[Offer])) }
func (b *byPrice) Pop() any {
	last := len(*b) - 1
	o := (*b)[last]
	(*b)[last] = rcpool.Ref[Offer]{}
	*b = (*b)[:last]
	return o
}

type word struct {
	text  string
	count int
}

var words = sync.Pool{New: func() any { return new(word) }}

type byCount []*word

func (b byCount) Len() int           { return len(b) }
func (b byCount) Less(i, j int) bool { return b[i].count < b[j].count }
func (b byCount) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *byCount) Push(x any)        { *b = append(*b, x.(*word)) }
func (b *byCount) Pop() any {
	last := len(*b) - 1
	w := (*b)[last]
	(*b)[last] = nil
	*b = (*b)[:last]
	return w
}
