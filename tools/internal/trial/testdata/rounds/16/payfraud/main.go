// truth: escape line 57,76 callee

package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Tx struct {
	Card    string
	Country string
	Cents   int
}

var txs = rcpool.Pool[Tx]{Name: "tx"}

type rule interface {
	score(tx *Tx) int
}

type limit struct{ cents int }

func (l limit) score(tx *Tx) int {
	if tx.Cents > l.cents {
		return 50
	}
	return 0
}

// velocity scores a card by its recent payments.
type velocity struct {
	mu     sync.Mutex
	recent []*Tx
	window int
}

func (v *velocity) observe(tx *Tx) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	points := 0
	for _, old := range v.recent {
		if old.Card != tx.Card {
			continue
		}
		points += 10
		if old.Country != tx.Country {
			points += 30
		}
	}
	if len(v.recent) == v.window {
		copy(v.recent, v.recent[1:])
		v.recent = v.recent[:v.window-1]
	}
	v.recent = append(v.recent, tx)
	return points
}

type engine struct {
	rules    []rule
	velocity *velocity
	blocked  int
}

func (e *engine) check(card, country string, cents int) bool {
	tx := txs.Get()
	defer tx.Release()
	t := tx.Value()
	t.Card, t.Country, t.Cents = card, country, cents
	points := 0
	for _, r := range e.rules {
		points += r.score(t)
	}
	points += e.velocity.observe(t)
	if points >= 60 {
		e.blocked++
		return false
	}
	return true
}

func main() {
	e := &engine{rules: []rule{limit{1000}, limit{5000}}, velocity: &velocity{window: 4}}
	for i := range 12 {
		country := "DE"
		if i%4 == 3 {
			country = "US"
		}
		ok := e.check(fmt.Sprint("card", i%3), country, i*150)
		fmt.Print(ok, " ")
	}
	fmt.Println(e.blocked)
}
