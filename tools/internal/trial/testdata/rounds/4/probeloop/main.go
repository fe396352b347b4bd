// truth: correct

// Probeloop asks replicas with hedged retries: the next one is asked when the
// one before is slow, and the losers answer into the void.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Query struct {
	Key  string
	Args []string
}

type Answer struct {
	Replica int
	Rows    []string
}

var (
	queries = rcpool.Pool[Query]{Name: "queries", Reset: func(q *Query) {
		clear(q.Args)
		*q = Query{Args: q.Args[:0]}
	}}
	answers = rcpool.Pool[Answer]{Name: "answers", Reset: func(a *Answer) {
		clear(a.Rows)
		*a = Answer{Rows: a.Rows[:0]}
	}}
)

type replica struct {
	id    int
	delay time.Duration
	fail  bool
}

var errDown = errors.New("replica is down")

// ask borrows q. The caller owns the answer if the error is nil.
func (r *replica) ask(ctx context.Context, q *Query) (rcpool.Ref[Answer], error) {
	select {
	case <-ctx.Done():
		return rcpool.Ref[Answer]{}, ctx.Err()
	case <-time.After(r.delay):
	}
	if r.fail {
		return rcpool.Ref[Answer]{}, errDown
	}
	ref := answers.Get()
	a := ref.Value()
	a.Replica = r.id
	for _, arg := range q.Args {
		a.Rows = append(a.Rows, q.Key+"/"+arg)
	}
	return ref, nil
}

type result struct {
	ref rcpool.Ref[Answer]
	err error
}

// hedge borrows q; asks that are still on their way hold it.
func hedge(q *rcpool.Ref[Query], replicas []*replica, lag time.Duration, late *sync.WaitGroup) (rcpool.Ref[Answer], error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	results := make(chan result, len(replicas))
	asked, answered := 0, 0
	defer func() { // the losers
		left := asked - answered
		late.Go(func() {
			for range left {
				r := <-results
				rcpool.Drop(&r.ref)
			}
		})
	}()
	err := errors.New("no replicas")
	for {
		if asked < len(replicas) {
			r := replicas[asked]
			asked++
			q.Go(func(query *Query) {
				ref, err := r.ask(ctx, query)
				results <- result{ref, err}
			})
		} else if answered == asked {
			return rcpool.Ref[Answer]{}, err
		}
		select {
		case r := <-results:
			answered++
			if r.err == nil {
				return r.ref, nil
			}
			err = r.err
		case <-time.After(lag):
		}
	}
}

func main() {
	var late sync.WaitGroup
	defer late.Wait()
	for _, set := range [][]*replica{
		{{id: 1, delay: time.Millisecond}},
		{{id: 1, fail: true}, {id: 2, delay: 3 * time.Millisecond}},
		{{id: 1, delay: 30 * time.Millisecond}, {id: 2, delay: 4 * time.Millisecond}, {id: 3, delay: 4 * time.Millisecond}},
		{{id: 1, fail: true}, {id: 2, fail: true}},
	} {
		func() {
			q := queries.Get()
			defer q.Release()
			q.Value().Key = "user"
			q.Value().Args = append(q.Value().Args, "name", "mail")
			a, err := hedge(&q, set, 2*time.Millisecond, &late)
			if err != nil {
				fmt.Println("failed:", err)
				return
			}
			defer a.Release()
			fmt.Println(len(a.Value().Rows))
		}()
	}
}
