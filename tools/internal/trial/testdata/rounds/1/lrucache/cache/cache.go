// Package cache keeps the pages that were used last.
package cache

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Page is a rendered page.
type Page struct {
	Key  string
	HTML []byte
}

func (p *Page) Reset() {
	p.Key = ""
	p.HTML = p.HTML[:0]
}

var pages = rcpool.Pool[Page]{
	Name: "pages",
	Keep: func(p *Page) bool { return cap(p.HTML) <= 1<<16 },
}

type entry struct {
	ref  rcpool.Ref[Page]
	used uint64
}

// A Cache owns a reference to each page in it.
type Cache struct {
	mu      sync.Mutex
	max     int
	tick    uint64
	entries map[string]*entry
}

// New returns a cache of at most max pages.
func New(max int) *Cache {
	return &Cache{max: max, entries: make(map[string]*entry)}
}

// Get returns the page of key. The caller owns the reference.
func (c *Cache) Get(key string, render func(*Page)) rcpool.Ref[Page] {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tick++
	if e, ok := c.entries[key]; ok {
		e.used = c.tick
		return e.ref.Retain()
	}
	ref := pages.Get()
	ref.Value().Key = key
	render(ref.Value())
	if len(c.entries) >= c.max {
		c.evict()
	}
	c.entries[key] = &entry{ref: ref, used: c.tick}
	return ref.Retain()
}

func (c *Cache) evict() {
	var oldest *entry
	for _, e := range c.entries {
		if oldest == nil || e.used < oldest.used {
			oldest = e
		}
	}
	delete(c.entries, oldest.ref.Value().Key)
	oldest.ref.Release()
}

// Purge empties the cache.
func (c *Cache) Purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, e := range c.entries {
		e.ref.Release()
		delete(c.entries, key)
	}
}
