// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

var errServfail = errors.New("SERVFAIL")

type answer struct {
	name  string
	addrs []string
	until time.Time
}

func (a *answer) Reset() {
	clear(a.addrs)
	a.name, a.addrs, a.until = "", a.addrs[:0], time.Time{}
}

var answers = rcpool.Pool[answer]{Name: "answers"}

// resolver asks upstream once per name and serves the rest from memory.
type resolver struct {
	mu       sync.Mutex
	entries  map[string]rcpool.Ref[answer]
	upstream func(name string, into *answer) error
	now      func() time.Time
}

// lookup returns a reference that belongs to the caller.
func (r *resolver) lookup(name string) (rcpool.Ref[answer], error) {
	now := r.now()
	r.mu.Lock()
	if a, ok := r.entries[name]; ok {
		if now.Before(a.Value().until) {
			found := a.Retain()
			r.mu.Unlock()
			return found, nil
		}
		delete(r.entries, name)
		a.Release()
	}
	r.mu.Unlock()

	fresh := answers.Get()
	defer rcpool.Drop(&fresh)
	fresh.Value().name = name
	if err := r.upstream(name, fresh.Value()); err != nil {
		return rcpool.Ref[answer]{}, fmt.Errorf("resolve %s: %w", name, err)
	}

	r.mu.Lock()
	defer r.mu.Unlock()
	if other, ok := r.entries[name]; ok {
		// Somebody else was quicker; theirs is as good.
		return other.Retain(), nil
	}
	r.entries[name] = fresh.Retain()
	return rcpool.Move(&fresh), nil
}

func (r *resolver) sweep() (n int) {
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, a := range r.entries {
		if now.Before(a.Value().until) {
			continue
		}
		delete(r.entries, name)
		a.Release()
		n++
	}
	return n
}

func (r *resolver) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.entries {
		a.Release()
	}
	r.entries = nil
}

func main() {
	clock := time.Unix(1000, 0)
	r := &resolver{entries: map[string]rcpool.Ref[answer]{}, now: func() time.Time { return clock }}
	r.upstream = func(name string, into *answer) error {
		if name == "bad.test" {
			return errServfail
		}
		into.addrs = append(into.addrs, "10.0.0."+fmt.Sprint(len(name)))
		into.until = clock.Add(time.Minute)
		return nil
	}
	defer r.close()

	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			a, err := r.lookup([]string{"a.test", "bb.test", "bad.test"}[i%3])
			if err != nil {
				return
			}
			defer a.Release()
			if len(a.Value().addrs) != 1 {
				panic("no address")
			}
		})
	}
	wg.Wait()
	clock = clock.Add(2 * time.Minute)
	a, err := r.lookup("a.test")
	fmt.Println(err, a.Value().addrs, r.sweep())
	a.Release()
}
