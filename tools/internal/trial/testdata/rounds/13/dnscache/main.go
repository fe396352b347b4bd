// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type answer struct {
	name    string
	addrs   []string
	expires int
}

func (a *answer) Reset() {
	clear(a.addrs)
	*a = answer{addrs: a.addrs[:0]}
}

var answers = rcpool.Pool[answer]{Name: "dns.answers"}

type cache struct {
	mu      sync.RWMutex
	entries map[string]rcpool.Ref[answer]
	max     int
}

// lookup returns a reference for the caller.
func (c *cache) lookup(name string, now int) (rcpool.Ref[answer], bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e, ok := c.entries[name]
	if !ok || e.Value().expires <= now {
		return rcpool.Ref[answer]{}, false
	}
	return e.Retain(), true
}

func (c *cache) store(a rcpool.Ref[answer], now int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := a.Value().name
	if old, ok := c.entries[name]; ok {
		old.Release()
	} else if len(c.entries) >= c.max {
		c.evict(now)
	}
	c.entries[name] = a
}

// evict removes what has expired or, if nothing has, one entry.
func (c *cache) evict(now int) {
	victim, first := "", 0
	for name, e := range c.entries {
		exp := e.Value().expires
		if exp <= now {
			delete(c.entries, name)
			e.Release()
			continue
		}
		if victim == "" || exp < first {
			victim, first = name, exp
		}
	}
	if e, ok := c.entries[victim]; ok && len(c.entries) >= c.max {
		delete(c.entries, victim)
		e.Release()
	}
}

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, e := range c.entries {
		delete(c.entries, name)
		e.Release()
	}
}

func (c *cache) resolve(name string, now, ttl int) string {
	a, ok := c.lookup(name, now)
	if !ok {
		a = answers.Get()
		a.Value().name, a.Value().expires = name, now+ttl
		a.Value().addrs = append(a.Value().addrs, fmt.Sprintf("192.0.2.%d", len(name)))
		c.store(a.Retain(), now)
	}
	defer a.Release()
	return a.Value().addrs[0]
}

func main() {
	c := &cache{entries: map[string]rcpool.Ref[answer]{}, max: 2}
	defer c.close()
	var wg sync.WaitGroup
	for i, n := range []string{"a.", "bb.", "a.", "ccc.", "dddd.", "bb."} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if got := c.resolve(n, i, 3); len(got) < 9 {
				fmt.Println("bad answer", got)
			}
		}()
	}
	wg.Wait()
	fmt.Println(len(c.entries) <= 3)
}
