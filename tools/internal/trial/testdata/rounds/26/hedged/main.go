// truth: correct

// Command hedged sends a query to two replicas and takes the faster answer.
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Reply struct {
	Replica string
	Rows    []int
}

func (r *Reply) Reset() {
	r.Replica, r.Rows = "", r.Rows[:0]
}

var replies = rcpool.Pool[Reply]{Name: "replies"}

type replica struct {
	name  string
	delay time.Duration
	fails bool
}

func (r replica) query(ctx context.Context, n int) (rcpool.Ref[Reply], error) {
	timer := stdpool.Timer(r.delay)
	defer timer.Release()
	select {
	case <-timer.Value().C:
	case <-ctx.Done():
		return rcpool.Ref[Reply]{}, context.Cause(ctx)
	}
	ref := replies.Get()
	defer rcpool.Drop(&ref)
	v := ref.Value()
	v.Replica = r.name
	for i := range n {
		v.Rows = append(v.Rows, i*i)
	}
	if r.fails {
		return rcpool.Ref[Reply]{}, errors.New(r.name + " is down")
	}
	return rcpool.Move(&ref), nil
}

type result struct {
	reply rcpool.Ref[Reply]
	err   error
}

// hedge asks the first replica, and the others one after the other when the
// answer is slow. The caller owns the answer.
func hedge(ctx context.Context, n int, wait time.Duration, replicas ...replica) (rcpool.Ref[Reply], error) {
	ctx, cancel := context.WithCancel(ctx)
	results := make(chan result, len(replicas))
	started := 0
	start := func() {
		r := replicas[started]
		started++
		go func() {
			reply, err := r.query(ctx, n)
			results <- result{reply, err}
		}()
	}
	pending := 0
	defer func() {
		cancel()
		if pending == 0 {
			return
		}
		left := pending
		go func() {
			for range left {
				late := <-results
				rcpool.Drop(&late.reply)
			}
		}()
	}()

	start()
	pending++
	var errs []error
	for pending > 0 {
		var more <-chan time.Time
		if started < len(replicas) {
			more = time.After(wait)
		}
		select {
		case <-more:
			start()
			pending++
		case res := <-results:
			pending--
			if res.err == nil {
				return res.reply, nil
			}
			errs = append(errs, res.err)
			if started < len(replicas) {
				start()
				pending++
			}
		}
	}
	return rcpool.Ref[Reply]{}, errors.Join(errs...)
}

func main() {
	slow := replica{name: "slow", delay: 40 * time.Millisecond}
	fast := replica{name: "fast", delay: time.Millisecond}
	down := replica{name: "down", fails: true}
	for _, set := range [][]replica{{slow, fast}, {down, slow}, {down, down}} {
		reply, err := hedge(context.Background(), 4, 5*time.Millisecond, set...)
		if err != nil {
			fmt.Println("failed:", err)
			continue
		}
		fmt.Println(reply.Value().Replica, reply.Value().Rows)
		reply.Release()
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := rcpool.Drain(ctx); err != nil {
		fmt.Println(err)
	}
}
