// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Answer struct {
	Name    string
	Addrs   []string
	Expires int
}

func (a *Answer) Reset() {
	clear(a.Addrs)
	*a = Answer{Addrs: a.Addrs[:0]}
}

var answers = rcpool.Pool[Answer]{Name: "dns.answers"}

var errNX = errors.New("no such name")

type resolver struct {
	mu      sync.Mutex
	now     int
	entries map[string]rcpool.Ref[Answer]
	lookup  func(name string, a *Answer) error
	queries int
}

// resolve returns an answer. The caller owns the reference.
func (r *resolver) resolve(name string) (rcpool.Ref[Answer], error) {
	if ref, ok := r.cached(name); ok {
		return ref, nil
	}
	fresh := answers.Get()
	defer rcpool.Drop(&fresh)
	a := fresh.Value()
	a.Name = name
	if err := r.lookup(name, a); err != nil {
		return rcpool.Ref[Answer]{}, fmt.Errorf("%s: %w", name, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queries++
	a.Expires = r.now + 30
	if a.Addrs[0] != "127.0.0.1" { // answers of this host are not cached
		r.put(name, fresh.Retain())
	}
	return rcpool.Move(&fresh), nil
}

func (r *resolver) cached(name string) (rcpool.Ref[Answer], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ref, ok := r.entries[name]
	if !ok {
		return rcpool.Ref[Answer]{}, false
	}
	if ref.Value().Expires < r.now {
		delete(r.entries, name)
		ref.Release()
		return rcpool.Ref[Answer]{}, false
	}
	return ref.Retain(), true
}

// put takes ref over. Two lookups of one name may end at the same time.
func (r *resolver) put(name string, ref rcpool.Ref[Answer]) {
	old := r.entries[name]
	r.entries[name] = ref
	rcpool.Drop(&old)
}

func (r *resolver) advance(d int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now += d
}

func (r *resolver) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, ref := range r.entries {
		ref.Release()
		delete(r.entries, name)
	}
}

func main() {
	zone := map[string][]string{"db": {"10.0.0.1", "10.0.0.2"}, "web": {"10.0.0.3"}, "self": {"127.0.0.1"}}
	r := &resolver{entries: map[string]rcpool.Ref[Answer]{}, lookup: func(name string, a *Answer) error {
		addrs, ok := zone[name]
		if !ok {
			return errNX
		}
		a.Addrs = append(a.Addrs, addrs...)
		return nil
	}}
	defer r.close()
	var wg sync.WaitGroup
	var failed sync.Map
	for round := range 3 {
		for _, name := range []string{"db", "web", "self", "mail", "db"} {
			wg.Go(func() {
				ref, err := r.resolve(name)
				if err != nil {
					failed.Store(name, err)
					return
				}
				defer ref.Release()
				if len(ref.Value().Addrs) == 0 || ref.Value().Name != name {
					panic("wrong answer")
				}
			})
		}
		wg.Wait()
		r.advance(20 * round)
	}
	err, _ := failed.Load("mail")
	fmt.Println(err, len(r.entries))
}
