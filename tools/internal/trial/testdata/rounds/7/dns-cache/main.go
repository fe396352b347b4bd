// truth: escape line 43,81 callee

// Command dns-cache answers queries from a cache of parsed records.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type record struct {
	name  string
	addrs []string
	ttl   int
}

func (r *record) Reset() {
	r.name, r.ttl = "", 0
	clear(r.addrs)
	r.addrs = r.addrs[:0]
}

var records = rcpool.Pool[record]{Name: "dns records"}

type cache struct {
	mu     sync.Mutex
	byName map[string]*record
	hits   int
}

func (c *cache) remember(r *record) {
	if r.ttl == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.byName) > 100 {
		clear(c.byName)
	}
	c.byName[r.name] = r
}

func (c *cache) find(name string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.byName[name]
	if !ok {
		return "", false
	}
	c.hits++
	return strings.Join(r.addrs, " "), true
}

type resolver struct {
	cache
	zone map[string]string
}

func (s *resolver) resolve(name string) (string, error) {
	if addrs, ok := s.find(name); ok {
		return addrs, nil
	}
	text, ok := s.zone[name]
	if !ok {
		return "", fmt.Errorf("no such name: %s", name)
	}
	ref := records.Get()
	defer ref.Release()
	r := ref.Value()
	r.name = name
	for field := range strings.FieldsSeq(text) {
		if ttl, ok := strings.CutPrefix(field, "ttl="); ok {
			r.ttl = len(ttl)
			continue
		}
		r.addrs = append(r.addrs, field)
	}
	s.remember(r)
	return strings.Join(r.addrs, " "), nil
}

func main() {
	s := &resolver{zone: map[string]string{
		"a.example": "10.0.0.1 10.0.0.2 ttl=60",
		"b.example": "10.0.0.3",
	}}
	s.byName = map[string]*record{}
	for range 3 {
		for _, name := range []string{"a.example", "b.example", "c.example"} {
			addrs, err := s.resolve(name)
			fmt.Printf("%q %v\n", addrs, err)
		}
	}
	fmt.Println(s.hits, "hits")
}
