// truth: escape line 78 plain

// Command fraudscore scores payments; the score is answered at once and the
// features are logged in the background for training.
package main

import (
	"fmt"
	"math"
	"sync"

	"github.com/rcpool/rcpool"
)

type Features struct {
	Payment int
	Amount  float64
	Country string
	Recent  []float64
	Score   float64
}

var features = rcpool.Pool[Features]{
	Name:  "features",
	Reset: func(f *Features) { *f = Features{Recent: f.Recent[:0]} },
}

type payment struct {
	id      int
	amount  float64
	country string
}

type scorer struct {
	mu      sync.Mutex
	history map[string][]float64
	train   sync.WaitGroup
	logged  map[int]float64
}

func (s *scorer) fill(f *Features, p payment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Payment, f.Amount, f.Country = p.id, p.amount, p.country
	past := s.history[p.country]
	f.Recent = append(f.Recent, past[max(0, len(past)-5):]...)
	s.history[p.country] = append(past, p.amount)
}

func (f *Features) rate() float64 {
	if len(f.Recent) == 0 {
		return 0.5
	}
	mean := 0.0
	for _, amount := range f.Recent {
		mean += amount / float64(len(f.Recent))
	}
	return 1 - math.Exp(-math.Abs(f.Amount-mean)/(mean+1))
}

func (s *scorer) log(f *Features) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logged[f.Payment] = f.Score
}

func (s *scorer) score(p payment) (float64, error) {
	if p.amount <= 0 {
		return 0, fmt.Errorf("payment %d: amount %v", p.id, p.amount)
	}
	ref := features.Get()
	defer ref.Release()
	f := ref.Value()
	s.fill(f, p)
	f.Score = f.rate()
	if f.Score > 0.3 {
		s.train.Add(1)
		go func() {
			defer s.train.Done()
			s.log(f)
		}()
	}
	return f.Score, nil
}

func main() {
	s := &scorer{history: make(map[string][]float64), logged: make(map[int]float64)}
	blocked := 0
	for i := range 40 {
		p := payment{i, 20 + float64(i%7), []string{"SE", "FR", "CL"}[i%3]}
		if i%9 == 8 {
			p.amount *= 40
		}
		if i == 30 {
			p.amount = -1
		}
		score, err := s.score(p)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if score > 0.9 {
			blocked++
		}
	}
	s.train.Wait()
	fmt.Println("blocked", blocked, "logged", len(s.logged))
}
