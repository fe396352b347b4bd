// truth: correct

// Hedge sends a request to a second replica if the first one is slow. The
// first answer wins, the other one is given up when it arrives.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type request struct {
	key  string
	body []byte
}

func (r *request) Reset() { *r = request{body: r.body[:0]} }

type response struct {
	from string
	body []byte
}

func (r *response) Reset() { *r = response{body: r.body[:0]} }

type replica struct {
	name  string
	delay time.Duration
	fail  bool
}

type balancer struct {
	requests  rcpool.Pool[request]
	responses rcpool.Pool[response]
	replicas  []replica
	after     time.Duration
	calls     sync.WaitGroup
}

// call borrows the request, and returns a response that the caller owns.
func (b *balancer) call(rep replica, req *request) (rcpool.Ref[response], error) {
	time.Sleep(rep.delay)
	if rep.fail {
		return rcpool.Ref[response]{}, errors.New(rep.name + ": refused")
	}
	resp := b.responses.Get()
	r := resp.Value()
	r.from = rep.name
	r.body = append(append(r.body, req.key...), '!')
	return resp, nil
}

type result struct {
	resp rcpool.Ref[response]
	err  error
}

// do borrows the request.
func (b *balancer) do(ctx context.Context, req *rcpool.Ref[request]) (rcpool.Ref[response], error) {
	results := make(chan result, len(b.replicas))
	started, ended := 0, 0
	launch := func() {
		rep := b.replicas[started]
		started++
		b.calls.Go(req.Hold(func(r *request) {
			resp, err := b.call(rep, r)
			results <- result{resp, err}
		}))
	}
	defer func() {
		if ended == started {
			return
		}
		losers := started - ended
		b.calls.Go(func() {
			for range losers {
				loser := <-results
				rcpool.Drop(&loser.resp)
			}
		})
	}()
	launch()
	hedge := time.NewTimer(b.after)
	defer hedge.Stop()
	var failed error
	for {
		select {
		case res := <-results:
			ended++
			if res.err == nil {
				return res.resp, nil
			}
			failed = errors.Join(failed, res.err)
			if started < len(b.replicas) {
				launch()
			} else if ended == started {
				return rcpool.Ref[response]{}, failed
			}
		case <-hedge.C:
			if started < len(b.replicas) {
				launch()
			}
		case <-ctx.Done():
			return rcpool.Ref[response]{}, ctx.Err()
		}
	}
}

func (b *balancer) get(key string, timeout time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	req := b.requests.Get()
	defer req.Release()
	req.Value().key = key
	resp, err := b.do(ctx, &req)
	if err != nil {
		return "", err
	}
	defer resp.Release()
	return resp.Value().from + " " + string(resp.Value().body), nil
}

func main() {
	slow, quick := replica{"slow", 30 * time.Millisecond, false}, replica{"quick", time.Millisecond, false}
	bad := replica{"bad", 0, true}
	for _, replicas := range [][]replica{{quick, slow}, {slow, quick}, {bad, quick}, {bad, bad}} {
		b := &balancer{replicas: replicas, after: 5 * time.Millisecond}
		fmt.Println(b.get("user:1", time.Second))
		b.calls.Wait()
	}
	b := &balancer{replicas: []replica{slow}, after: time.Second}
	fmt.Println(b.get("user:2", 3*time.Millisecond))
	b.calls.Wait()
	fmt.Println(b.responses.Stats().InUse)
}
