// truth: correct

// Command scatter sends a query to all shards and gathers their partial results.
package main

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"time"

	"github.com/rcpool/rcpool"
)

type partial struct {
	Shard int
	Rows  []int
}

func (p *partial) Reset() { *p = partial{Rows: p.Rows[:0]} }

var partials = rcpool.Pool[partial]{Name: "partials"}

type result struct {
	ref rcpool.Ref[partial]
	err error
}

type shard struct {
	id    int
	delay time.Duration
	fail  bool
}

func (s *shard) query(ctx context.Context, below int) (rcpool.Ref[partial], error) {
	ref := partials.Get()
	defer rcpool.Drop(&ref)
	p := ref.Value()
	p.Shard = s.id
	for i := s.id; i < below; i += 3 {
		p.Rows = append(p.Rows, i)
	}
	select {
	case <-ctx.Done():
		return rcpool.Ref[partial]{}, ctx.Err()
	case <-time.After(s.delay):
	}
	if s.fail {
		return rcpool.Ref[partial]{}, fmt.Errorf("shard %d is down", s.id)
	}
	return rcpool.Move(&ref), nil
}

// gather returns the partial results of all shards, which the caller owns.
func gather(ctx context.Context, shards []*shard, below int) (all []rcpool.Ref[partial], err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan result)
	for _, s := range shards {
		go func() {
			ref, err := s.query(ctx, below)
			results <- result{ref, err}
		}()
	}
	defer func() {
		if err != nil {
			for _, r := range all {
				r.Release()
			}
			all = nil
		}
	}()
	for range shards {
		r := <-results
		switch {
		case r.err == nil && err == nil:
			all = append(all, r.ref)
		case r.err == nil:
			r.ref.Release()
		case err == nil || errors.Is(err, context.Canceled):
			err = r.err
			cancel()
		}
	}
	return all, err
}

func main() {
	shards := []*shard{{id: 0, delay: 3 * time.Millisecond}, {id: 1}, {id: 2, delay: time.Millisecond}}
	for _, fail := range []bool{false, true} {
		shards[2].fail = fail
		all, err := gather(context.Background(), shards, 10)
		if err != nil {
			fmt.Println(err)
			continue
		}
		var rows []int
		for _, p := range all {
			rows = append(rows, p.Value().Rows...)
			p.Release()
		}
		sort.Ints(rows)
		fmt.Println(rows)
	}
}
