// truth: correct

// Command dnscache answers queries from an LRU of pooled answers.
package main

import (
	"container/list"
	"context"
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
	a.Name, a.Addrs, a.Expires = "", a.Addrs[:0], 0
}

type entry struct {
	name string
	ref  rcpool.Ref[Answer]
}

type Resolver struct {
	mu       sync.Mutex
	answers  *rcpool.Pool[Answer]
	order    *list.List
	index    map[string]*list.Element
	capacity int
	now      int
	hits     int
	upstream func(ctx context.Context, name string, into *Answer) error
}

func NewResolver(capacity int, upstream func(context.Context, string, *Answer) error) *Resolver {
	return &Resolver{
		answers:  &rcpool.Pool[Answer]{Name: "answers"},
		order:    list.New(),
		index:    map[string]*list.Element{},
		capacity: capacity,
		upstream: upstream,
	}
}

// remove needs r.mu.
func (r *Resolver) remove(el *list.Element) {
	e := r.order.Remove(el).(*entry)
	delete(r.index, e.name)
	e.ref.Release()
}

// cached returns a reference for the caller.
func (r *Resolver) cached(name string) (rcpool.Ref[Answer], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	el, ok := r.index[name]
	if !ok {
		return rcpool.Ref[Answer]{}, false
	}
	e := el.Value.(*entry)
	if e.ref.Value().Expires < r.now {
		r.remove(el)
		return rcpool.Ref[Answer]{}, false
	}
	r.order.MoveToFront(el)
	r.hits++
	return e.ref.Retain(), true
}

func (r *Resolver) store(name string, ref rcpool.Ref[Answer]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if el, ok := r.index[name]; ok {
		r.remove(el)
	}
	r.index[name] = r.order.PushFront(&entry{name: name, ref: ref})
	for r.order.Len() > r.capacity {
		r.remove(r.order.Back())
	}
}

// Lookup returns the answer; the caller releases it.
func (r *Resolver) Lookup(ctx context.Context, name string) (rcpool.Ref[Answer], error) {
	if ref, ok := r.cached(name); ok {
		return ref, nil
	}
	ref := r.answers.Get()
	a := ref.Value()
	a.Name = name
	if err := r.upstream(ctx, name, a); err != nil {
		ref.Release()
		return rcpool.Ref[Answer]{}, fmt.Errorf("lookup %s: %w", name, err)
	}
	if a.Expires > 0 {
		r.store(name, ref.Retain())
	}
	return ref, nil
}

func (r *Resolver) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for el := r.order.Front(); el != nil; el = r.order.Front() {
		r.remove(el)
	}
}

func main() {
	errNX := errors.New("no such host")
	r := NewResolver(2, func(ctx context.Context, name string, a *Answer) error {
		a.Addrs = append(a.Addrs, "10.0.0."+fmt.Sprint(len(name)))
		switch name {
		case "bad":
			return errNX
		case "volatile":
			return nil
		}
		a.Expires = 3
		return ctx.Err()
	})
	defer r.Close()
	for i, name := range []string{"api", "api", "web", "bad", "volatile", "db", "api", "api"} {
		r.now = i
		ans, err := r.Lookup(context.Background(), name)
		if err != nil {
			fmt.Println(err, errors.Is(err, errNX))
			continue
		}
		fmt.Println(ans.Value().Name, ans.Value().Addrs)
		ans.Release()
	}
	fmt.Println("hits", r.hits)
}
