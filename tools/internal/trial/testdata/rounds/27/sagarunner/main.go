// truth: escape line 67 hard

// Sagarunner books a trip in steps. A step that fails undoes those before it,
// in reverse order.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type booking struct {
	kind  string
	item  string
	price int
}

var bookings = rcpool.Pool[booking]{Name: "bookings"}

var errSoldOut = errors.New("sold out")

type inventory struct {
	stock    map[string]int
	spent    int
	canceled []string
}

func (inv *inventory) reserve(b *booking) error {
	if inv.stock[b.item] == 0 {
		return fmt.Errorf("%s %s: %w", b.kind, b.item, errSoldOut)
	}
	inv.stock[b.item]--
	inv.spent += b.price
	return nil
}

func (inv *inventory) cancel(b *booking) {
	inv.stock[b.item]++
	inv.spent -= b.price
	inv.canceled = append(inv.canceled, b.kind+" "+b.item)
}

type saga struct {
	inv  *inventory
	undo []func()
}

func (s *saga) compensate(f func()) { s.undo = append(s.undo, f) }

func (s *saga) rollback() {
	for i := len(s.undo) - 1; i >= 0; i-- {
		s.undo[i]()
	}
	s.undo = nil
}

func (s *saga) book(kind, item string, price int) error {
	ref := bookings.Get()
	defer ref.Release()
	b := ref.Value()
	*b = booking{kind, item, price}
	if err := s.inv.reserve(b); err != nil {
		return err
	}
	s.compensate(func() { s.inv.cancel(b) })
	return nil
}

type leg struct {
	kind, item string
	price      int
}

func trip(inv *inventory, legs ...leg) error {
	s := &saga{inv: inv}
	for _, l := range legs {
		if err := s.book(l.kind, l.item, l.price); err != nil {
			s.rollback()
			return fmt.Errorf("trip canceled: %w", err)
		}
	}
	return nil
}

func main() {
	inv := &inventory{stock: map[string]int{"AB123": 2, "Ritz": 1, "Fiat": 5}}
	fmt.Println(trip(inv, leg{"flight", "AB123", 300}, leg{"hotel", "Ritz", 900}, leg{"car", "Fiat", 80}))
	fmt.Println(trip(inv, leg{"flight", "AB123", 300}, leg{"hotel", "Ritz", 900}))
	fmt.Println(inv.stock["AB123"], inv.spent, len(inv.canceled))
}
