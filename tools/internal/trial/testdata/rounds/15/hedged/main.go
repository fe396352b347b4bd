// truth: correct
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type answer struct {
	from string
	rows []int
}

func (a *answer) Reset() { *a = answer{rows: a.rows[:0]} }

var answers = rcpool.Pool[answer]{Name: "answers"}

type outcome struct {
	ref rcpool.Ref[answer]
	err error
}

type replica struct {
	name  string
	delay time.Duration
	fail  bool
}

func (r replica) query(ctx context.Context) (rcpool.Ref[answer], error) {
	a := answers.Get()
	defer rcpool.Drop(&a)
	select {
	case <-time.After(r.delay):
	case <-ctx.Done():
		return rcpool.Ref[answer]{}, ctx.Err()
	}
	if r.fail {
		return rcpool.Ref[answer]{}, errors.New(r.name + ": replica lagging")
	}
	v := a.Value()
	v.from = r.name
	v.rows = append(v.rows, 1, 2, 3)
	return rcpool.Move(&a), nil
}

// fastest returns the first answer; the others are dropped as they come.
func fastest(ctx context.Context, replicas []replica) (rcpool.Ref[answer], error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan outcome, len(replicas))
	for _, r := range replicas {
		go func() {
			ref, err := r.query(ctx)
			results <- outcome{ref, err}
		}()
	}
	var errs []error
	for n := range replicas {
		o := <-results
		if o.err != nil {
			errs = append(errs, o.err)
			continue
		}
		go func() {
			for range len(replicas) - n - 1 {
				late := <-results
				rcpool.Drop(&late.ref)
			}
		}()
		return o.ref, nil
	}
	return rcpool.Ref[answer]{}, errors.Join(errs...)
}

func main() {
	ms := time.Millisecond
	for _, set := range [][]replica{
		{{"a", 2 * ms, true}, {"b", 5 * ms, false}, {"c", 5 * ms, false}},
		{{"a", ms, true}, {"b", ms, true}},
		{{"a", 0, false}, {"b", time.Second, false}},
	} {
		ref, err := fastest(context.Background(), set)
		if err != nil {
			fmt.Println("failed", len(err.Error()) > 0)
			continue
		}
		fmt.Println(len(ref.Value().rows))
		ref.Release()
	}
	time.Sleep(20 * ms)
}
