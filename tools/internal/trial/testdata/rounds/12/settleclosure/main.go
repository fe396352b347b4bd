// truth: use-after-release line 51 callee

package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Settlement struct {
	Merchant string
	Cents    int64
	Fees     []int64
}

func (s *Settlement) Reset() { *s = Settlement{Fees: s.Fees[:0]} }

var settlements = rcpool.Pool[Settlement]{Name: "settlements"}

var errNegative = errors.New("fees exceed the amount")

type meter struct {
	count int
	took  time.Duration
	fees  int64
}

func (m *meter) settle(merchant string, gross int64, rates ...int64) (int64, error) {
	began := time.Now()
	ref := settlements.Get()
	finish := func() {
		m.count++
		m.took += time.Since(began)
		for _, fee := range ref.Value().Fees {
			m.fees += fee
		}
		ref.Release()
	}
	s := ref.Value()
	s.Merchant, s.Cents = merchant, gross
	for _, rate := range rates {
		fee := gross * rate / 1000
		s.Fees = append(s.Fees, fee)
		s.Cents -= fee
	}
	if s.Cents < 0 {
		finish()
		return 0, fmt.Errorf("%s: %w by %d", merchant, errNegative, -s.Cents)
	}
	net := s.Cents
	finish()
	return net, nil
}

func main() {
	m := &meter{}
	for _, c := range []struct {
		name  string
		gross int64
		rates []int64
	}{
		{"books", 10000, []int64{29, 5}},
		{"toys", 400, []int64{700, 600}},
		{"tea", 1250, nil},
	} {
		net, err := m.settle(c.name, c.gross, c.rates...)
		fmt.Println(net, err)
	}
	fmt.Println(m.count, m.fees)
}
