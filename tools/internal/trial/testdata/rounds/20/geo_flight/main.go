// truth: correct

// Lookups of the same key at the same time share one query and its result.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type place struct {
	city  string
	zones []string
}

func (p *place) Reset() {
	clear(p.zones)
	*p = place{zones: p.zones[:0]}
}

var places = rcpool.Pool[place]{Name: "places"}

type call struct {
	done    chan struct{}
	waiters int
	result  rcpool.Ref[place]
	err     error
}

type group struct {
	mu    sync.Mutex
	calls map[string]*call
	query func(string, *place) error
}

// get returns the place with a reference for the caller.
func (g *group) get(ip string) (rcpool.Ref[place], error) {
	g.mu.Lock()
	c, running := g.calls[ip]
	if running {
		c.waiters++
		g.mu.Unlock()
		<-c.done
		return c.share()
	}
	c = &call{done: make(chan struct{}), waiters: 1}
	g.calls[ip] = c
	g.mu.Unlock()

	res := places.Get()
	if err := g.query(ip, res.Value()); err != nil {
		res.Release()
		c.err = fmt.Errorf("%s: %w", ip, err)
	} else {
		c.result = res
	}
	g.mu.Lock()
	delete(g.calls, ip)
	g.mu.Unlock()
	close(c.done)
	return c.share()
}

var shareMu sync.Mutex

// share gives each waiter a reference; the last one gets that of the call.
func (c *call) share() (rcpool.Ref[place], error) {
	shareMu.Lock()
	defer shareMu.Unlock()
	if c.err != nil {
		return rcpool.Ref[place]{}, c.err
	}
	if c.waiters--; c.waiters > 0 {
		return c.result.Retain(), nil
	}
	return rcpool.Move(&c.result), nil
}

func main() {
	queries := 0
	var mu sync.Mutex
	g := &group{calls: map[string]*call{}, query: func(ip string, p *place) error {
		time.Sleep(5 * time.Millisecond)
		mu.Lock()
		queries++
		mu.Unlock()
		if ip == "::1" {
			return errors.New("no place")
		}
		p.city = "city of " + ip
		p.zones = append(p.zones, "eu", ip)
		return nil
	}}
	var wg sync.WaitGroup
	var failed int
	for i := range 24 {
		wg.Go(func() {
			ip := []string{"10.0.0.1", "10.0.0.2", "::1"}[i%3]
			p, err := g.get(ip)
			if err != nil {
				mu.Lock()
				failed++
				mu.Unlock()
				return
			}
			defer p.Release()
			if p.Value().zones[1] != ip {
				fmt.Println("wrong place", p.Value().city)
			}
		})
	}
	wg.Wait()
	fmt.Println(queries < 24, failed)
}
