// truth: correct
package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Risk struct {
	Postcode string
	Age      int
	Claims   []int
}

type Quote struct {
	Insurer string
	Pennies int
}

var (
	risks  = rcpool.Pool[Risk]{Reset: func(r *Risk) { *r = Risk{Claims: r.Claims[:0]} }}
	quotes rcpool.Pool[Quote]
)

type insurer func(context.Context, *Risk, *Quote) error

func flat(name string, base int) insurer {
	return func(ctx context.Context, r *Risk, q *Quote) error {
		if r.Age < 17 {
			return errors.New(name + ": too young")
		}
		q.Insurer, q.Pennies = name, base+len(r.Claims)*1500
		return ctx.Err()
	}
}

// best asks every insurer at once and returns the cheapest quote, which the
// caller owns.
func best(ctx context.Context, risk *Risk, market []insurer) (rcpool.Ref[Quote], error) {
	offers := make([]rcpool.Ref[Quote], len(market))
	errs := make([]error, len(market))
	var wg sync.WaitGroup
	for i, ask := range market {
		offers[i] = quotes.Get()
		wg.Go(func() { errs[i] = ask(ctx, risk, offers[i].Value()) })
	}
	wg.Wait()

	winner := -1
	for i := range offers {
		switch {
		case errs[i] != nil:
		case winner < 0 || offers[i].Value().Pennies < offers[winner].Value().Pennies:
			winner = i
		}
	}
	for i, offer := range offers {
		if i != winner {
			offer.Release()
		}
	}
	if winner < 0 {
		return rcpool.Ref[Quote]{}, errors.Join(errs...)
	}
	return offers[winner], nil
}

func ask(age int, claims ...int) error {
	risk := risks.Get()
	defer risk.Release()
	r := risk.Value()
	r.Postcode, r.Age = "LS1", age
	r.Claims = append(r.Claims, claims...)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	q, err := best(ctx, r, []insurer{flat("acorn", 30000), flat("birch", 28000), flat("cedar", 41000)})
	if err != nil {
		return err
	}
	fmt.Println(q.Value().Insurer, q.Value().Pennies)
	q.Release()
	return nil
}

func main() {
	for _, age := range []int{30, 16, 55} {
		if err := ask(age, 1, 2); err != nil {
			fmt.Println("no offer:", strings.Count(err.Error(), "young"))
		}
	}
}
