// truth: correct

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Answer struct {
	Replica int
	Rows    []string
}

func (a *Answer) Reset() {
	clear(a.Rows)
	*a = Answer{Rows: a.Rows[:0]}
}

var answers = rcpool.Pool[Answer]{Name: "answers"}

type outcome struct {
	ref rcpool.Ref[Answer]
	err error
}

type hedger struct {
	replicas []func(ctx context.Context) (rcpool.Ref[Answer], error)
	losers   sync.WaitGroup
}

func replica(id int, delay time.Duration, fail bool) func(context.Context) (rcpool.Ref[Answer], error) {
	return func(ctx context.Context) (rcpool.Ref[Answer], error) {
		time.Sleep(delay)
		if fail {
			return rcpool.Ref[Answer]{}, fmt.Errorf("replica %d is down", id)
		}
		ref := answers.Get()
		ref.Value().Replica = id
		ref.Value().Rows = append(ref.Value().Rows, "row", "row")
		return ref, nil
	}
}

func (h *hedger) query(ctx context.Context) (rcpool.Ref[Answer], error) {
	results := make(chan outcome, len(h.replicas))
	for _, ask := range h.replicas {
		go func() {
			ref, err := ask(ctx)
			results <- outcome{ref, err}
		}()
	}
	var errs []error
	for left := len(h.replicas); left > 0; left-- {
		o := <-results
		if o.err != nil {
			errs = append(errs, o.err)
			continue
		}
		h.losers.Add(1)
		go h.drain(results, left-1)
		return o.ref, nil
	}
	return rcpool.Ref[Answer]{}, errors.Join(errs...)
}

func (h *hedger) drain(results <-chan outcome, n int) {
	defer h.losers.Done()
	for range n {
		o := <-results
		rcpool.Drop(&o.ref)
	}
}

func main() {
	h := &hedger{replicas: []func(context.Context) (rcpool.Ref[Answer], error){
		replica(1, 5*time.Millisecond, false),
		replica(2, 0, true),
		replica(3, time.Millisecond, false),
	}}
	rows := 0
	for range 5 {
		ref, err := h.query(context.Background())
		if err != nil {
			fmt.Println(err)
			continue
		}
		rows += len(ref.Value().Rows)
		ref.Release()
	}
	h.losers.Wait()
	down := &hedger{replicas: h.replicas[1:2]}
	_, err := down.query(context.Background())
	down.losers.Wait()
	fmt.Println(rows, err)
}
