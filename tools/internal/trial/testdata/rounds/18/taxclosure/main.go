// truth: double-release line 42 callee
package main

import (
	"errors"
	"fmt"
	"math/big"
	"sync"
)

type ratSet struct {
	net, tax, gross big.Rat
	cents           big.Int
}

var ratSets = sync.Pool{New: func() any { return new(ratSet) }}

var errRate = errors.New("unknown tax rate")

type rates map[string]*big.Rat

// borrow leases a set of numbers and the function that gives it back.
func borrow() (*ratSet, func()) {
	s := ratSets.Get().(*ratSet)
	return s, func() {
		s.net.SetInt64(0)
		s.tax.SetInt64(0)
		s.gross.SetInt64(0)
		s.cents.SetInt64(0)
		ratSets.Put(s)
	}
}

func (r rates) gross(country string, net ...int64) (int64, error) {
	s, done := borrow()
	defer done()
	for _, n := range net {
		s.net.Add(&s.net, new(big.Rat).SetInt64(n))
	}
	rate, ok := r[country]
	if !ok {
		done()
		return 0, fmt.Errorf("%s: %w", country, errRate)
	}
	s.tax.Mul(&s.net, rate)
	s.gross.Add(&s.net, &s.tax)
	half := big.NewRat(1, 2)
	s.gross.Add(&s.gross, half)
	s.cents.Quo(s.gross.Num(), s.gross.Denom())
	return s.cents.Int64(), nil
}

func main() {
	r := rates{"DE": big.NewRat(19, 100), "CH": big.NewRat(81, 1000)}
	for _, c := range []string{"DE", "CH", "XX", "DE"} {
		cents, err := r.gross(c, 999, 1501, 20_000)
		fmt.Println(c, cents, err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 100 {
				if _, err := r.gross("CH", int64(i)); err != nil {
					fmt.Println(err)
				}
			}
		}()
	}
	wg.Wait()
}
