// truth: correct

// Command hedge is a client that asks a second replica when the first one is
// slow, takes the first answer and gives up the other one.
package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Reply struct {
	Replica int
	Value   []byte
}

func (r *Reply) Reset() {
	r.Replica = 0
	r.Value = r.Value[:0]
}

var replies = rcpool.Pool[Reply]{Name: "kv.replies"}

var errDown = errors.New("replica is down")

type replica struct {
	id    int
	delay time.Duration
	down  bool
}

func (r replica) get(ctx context.Context, key string) (rcpool.Ref[Reply], error) {
	timer := stdpool.Timer(r.delay)
	defer timer.Release()
	select {
	case <-timer.Value().C:
	case <-ctx.Done():
		return rcpool.Ref[Reply]{}, ctx.Err()
	}
	if r.down {
		return rcpool.Ref[Reply]{}, fmt.Errorf("%d: %w", r.id, errDown)
	}
	ref := replies.Get()
	v := ref.Value()
	v.Replica = r.id
	v.Value = fmt.Appendf(v.Value, "%s@%d", key, r.id)
	return ref, nil
}

type outcome struct {
	ref rcpool.Ref[Reply]
	err error
}

type client struct {
	replicas []replica
	patience time.Duration
}

// Get returns the first answer, which the caller owns if the error is nil.
func (c *client) Get(ctx context.Context, key string) (rcpool.Ref[Reply], error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan outcome, len(c.replicas))
	started, finished := 0, 0
	start := func() {
		r := c.replicas[started]
		started++
		go func() {
			ref, err := r.get(ctx, key)
			results <- outcome{ref, err}
		}()
	}
	defer func() {
		if left := started - finished; left > 0 {
			go discard(results, left)
		}
	}()
	start()
	patience := stdpool.Timer(c.patience)
	defer patience.Release()
	var failures []error
	for {
		select {
		case <-patience.Value().C:
			if started < len(c.replicas) {
				start()
				patience.Value().Reset(c.patience)
			}
		case r := <-results:
			finished++
			if r.err == nil {
				return r.ref, nil
			}
			failures = append(failures, r.err)
			if started < len(c.replicas) {
				start()
			} else if finished == started {
				return rcpool.Ref[Reply]{}, errors.Join(failures...)
			}
		}
	}
}

// discard releases n answers that came too late.
func discard(results <-chan outcome, n int) {
	for range n {
		r := <-results
		rcpool.Drop(&r.ref)
	}
}

func main() {
	slow := client{patience: 2 * time.Millisecond, replicas: []replica{
		{id: 1, delay: 30 * time.Millisecond}, {id: 2, delay: time.Duration(1+rand.IntN(3)) * time.Millisecond}, {id: 3},
	}}
	for _, c := range []client{
		slow,
		{patience: time.Second, replicas: []replica{{id: 1, down: true}, {id: 2}}},
		{patience: time.Millisecond, replicas: []replica{{id: 1, down: true}, {id: 2, down: true}}},
	} {
		ref, err := c.Get(context.Background(), "user:7")
		if err != nil {
			fmt.Println(errors.Is(err, errDown))
			continue
		}
		fmt.Println(len(ref.Value().Value), ref.Value().Replica > 1)
		ref.Release()
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	fmt.Println(replies.Drain(ctx))
}
