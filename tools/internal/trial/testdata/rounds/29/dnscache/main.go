// truth: correct

// Command dnscache is a caching resolver: concurrent misses for a name share
// one upstream query, and expired answers are evicted lazily.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Answer struct {
	Name    string
	Addrs   []string
	Expires time.Time
}

func (a *Answer) Reset() {
	a.Name = ""
	clear(a.Addrs)
	a.Addrs = a.Addrs[:0]
	a.Expires = time.Time{}
}

var answers = rcpool.Pool[Answer]{Name: "dns.answers"}

type call struct {
	done chan struct{}
	ref  rcpool.Ref[Answer] // owned by the call, until the last waiter has gone
	err  error
	wait int
}

type resolver struct {
	upstream func(ctx context.Context, name string, into *Answer) error
	mu       sync.Mutex
	cache    map[string]rcpool.Ref[Answer]
	calls    map[string]*call
}

// cached returns a reference for the caller if there is a fresh answer.
func (r *resolver) cached(name string, now time.Time) (rcpool.Ref[Answer], bool) {
	ref, ok := r.cache[name]
	if !ok {
		return ref, false
	}
	if now.After(ref.Value().Expires) {
		delete(r.cache, name)
		ref.Release()
		return rcpool.Ref[Answer]{}, false
	}
	return ref.Retain(), true
}

// Resolve returns a reference, which the caller owns if the error is nil.
func (r *resolver) Resolve(ctx context.Context, name string) (rcpool.Ref[Answer], error) {
	r.mu.Lock()
	if ref, ok := r.cached(name, time.Now()); ok {
		r.mu.Unlock()
		return ref, nil
	}
	c, running := r.calls[name]
	if !running {
		c = &call{done: make(chan struct{})}
		r.calls[name] = c
	}
	c.wait++
	r.mu.Unlock()
	if !running {
		r.query(ctx, name, c)
	}
	<-c.done
	return r.leave(c)
}

// query fills c. It runs on the goroutine of the first caller.
func (r *resolver) query(ctx context.Context, name string, c *call) {
	ref := answers.Get()
	defer rcpool.Drop(&ref)
	a := ref.Value()
	a.Name = name
	err := r.upstream(ctx, name, a)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.cache[name] = ref.Retain() // a miss: there is no entry
		c.ref = rcpool.Move(&ref)
	}
	c.err = err
	delete(r.calls, name)
	close(c.done)
}

// leave gives a waiter its reference. The last one gets that of the call.
func (r *resolver) leave(c *call) (rcpool.Ref[Answer], error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.wait--
	if c.err != nil {
		return rcpool.Ref[Answer]{}, c.err
	}
	if c.wait == 0 {
		return rcpool.Move(&c.ref), nil
	}
	return c.ref.Retain(), nil
}

func (r *resolver) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, ref := range r.cache {
		delete(r.cache, name)
		ref.Release()
	}
}

var errNX = errors.New("NXDOMAIN")

func main() {
	var queries atomic.Int32
	r := &resolver{
		cache: map[string]rcpool.Ref[Answer]{},
		calls: map[string]*call{},
		upstream: func(_ context.Context, name string, into *Answer) error {
			queries.Add(1)
			time.Sleep(5 * time.Millisecond)
			if name == "nowhere.test" {
				return errNX
			}
			into.Addrs = append(into.Addrs, "192.0.2.1", "192.0.2.2")
			into.Expires = time.Now().Add(30 * time.Millisecond)
			return nil
		},
	}
	defer r.close()
	ask := func(name string) error {
		ref, err := r.Resolve(context.Background(), name)
		if err != nil {
			return err
		}
		defer ref.Release()
		if len(ref.Value().Addrs) != 2 {
			return fmt.Errorf("%s: %v", name, ref.Value().Addrs)
		}
		return nil
	}
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			if err := ask([]string{"a.test", "b.test", "nowhere.test"}[i%3]); err != nil && !errors.Is(err, errNX) {
				panic(err)
			}
		})
	}
	wg.Wait()
	time.Sleep(40 * time.Millisecond)
	fmt.Println(ask("a.test"), ask("nowhere.test"), queries.Load() >= 4)
}
