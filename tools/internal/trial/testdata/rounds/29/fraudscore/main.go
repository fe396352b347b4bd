// truth: escape line 88 plain

// Command fraudscore scores payments. Rules run before the answer, the feature
// store learns from the payment when there is time.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Payment struct {
	Card     string
	Merchant string
	Cents    int64
	Country  string
	signals  []string
}

func (p *Payment) Reset() {
	clear(p.signals)
	*p = Payment{signals: p.signals[:0]}
}

var payments = rcpool.Pool[Payment]{Name: "fraud.payments"}

type rule struct {
	name  string
	check func(*Payment) (score int)
}

type features struct {
	mu      sync.Mutex
	perCard map[string]int64
	seen    int
}

func (f *features) learn(card, country string, cents int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.perCard[card+"/"+country] += cents
	f.seen++
}

func (f *features) spent(card, country string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.perCard[card+"/"+country]
}

type scorer struct {
	rules    []rule
	features *features
	budget   chan struct{}
	pending  sync.WaitGroup
}

type verdict struct {
	score   int
	signals string
}

func (s *scorer) evaluate(p *Payment) int {
	total := 0
	for _, r := range s.rules {
		if n := r.check(p); n > 0 {
			total += n
			p.signals = append(p.signals, r.name)
		}
	}
	return total
}

// decide takes over the payment.
func (s *scorer) decide(ref rcpool.Ref[Payment]) verdict {
	defer ref.Release()
	p := ref.Value()
	v := verdict{score: s.evaluate(p)}
	v.signals = fmt.Sprint(p.signals)
	if v.score >= 100 {
		return v // do not learn from fraud
	}
	select {
	case s.budget <- struct{}{}:
		s.pending.Go(func() {
			defer func() { <-s.budget }()
			s.features.learn(p.Card, p.Country, p.Cents)
		})
	default:
	}
	return v
}

func (s *scorer) drain() { s.pending.Wait() }

func main() {
	f := &features{perCard: map[string]int64{}}
	s := &scorer{features: f, budget: make(chan struct{}, 8), rules: []rule{
		{"amount", func(p *Payment) int { return int(p.Cents / 10_000) }},
		{"velocity", func(p *Payment) int { return int(f.spent(p.Card, p.Country) / 5_000) }},
		{"merchant", func(p *Payment) int {
			if p.Merchant == "casino" {
				return 60
			}
			return 0
		}},
	}}
	for i, m := range []string{"bakery", "books", "casino", "bakery", "fuel"} {
		ref := payments.Get()
		p := ref.Value()
		p.Card, p.Merchant, p.Country, p.Cents = "4111", m, "DE", int64(1200*(i+1))
		if m == "casino" {
			p.Cents = 900_000
		}
		v := s.decide(ref)
		time.Sleep(time.Millisecond)
		fmt.Println(m, v.score >= 100, v.signals != "")
	}
	s.drain()
	fmt.Println(f.seen)
}
