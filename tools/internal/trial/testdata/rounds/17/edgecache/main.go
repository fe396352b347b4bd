// truth: leak line 46 hard
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type response struct {
	etag    string
	expires time.Time
	body    []byte
}

func (r *response) Reset() {
	r.etag, r.expires = "", time.Time{}
	r.body = r.body[:0]
}

var responses = rcpool.Pool[response]{Name: "responses"}

type cache struct {
	mu      sync.Mutex
	entries map[string]rcpool.Ref[response]
	hits    int
}

func (c *cache) get(key string, now time.Time) (rcpool.Ref[response], bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ref, ok := c.entries[key]
	if !ok || ref.Value().expires.Before(now) {
		return rcpool.Ref[response]{}, false
	}
	c.hits++
	return ref.Retain(), true
}

// store keeps the response under key. The caller keeps its own reference.
func (c *cache) store(key string, ref rcpool.Ref[response]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[key] = ref.Retain()
}

func (c *cache) purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, ref := range c.entries {
		ref.Release()
		delete(c.entries, key)
	}
}

type edge struct {
	cache cache
	ttl   time.Duration
	now   time.Time
}

func (e *edge) serve(path string) int {
	if hit, ok := e.cache.get(path, e.now); ok {
		defer hit.Release()
		return len(hit.Value().body)
	}
	fresh := responses.Get()
	defer fresh.Release()
	v := fresh.Value()
	v.etag = fmt.Sprintf("%s@%d", path, e.now.Unix())
	v.expires = e.now.Add(e.ttl)
	v.body = append(v.body, "body of "+path...)
	e.cache.store(path, fresh)
	return len(v.body)
}

func main() {
	e := &edge{cache: cache{entries: map[string]rcpool.Ref[response]{}}, ttl: time.Minute, now: time.Unix(1e9, 0)}
	for range 6 {
		fmt.Println(e.serve("/logo.png"), e.serve("/app.css"))
		e.now = e.now.Add(25 * time.Second)
	}
	fmt.Println("hits", e.cache.hits)
	e.cache.purge()
}
