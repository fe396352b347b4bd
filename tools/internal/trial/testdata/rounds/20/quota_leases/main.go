// truth: correct

// A rate limiter: connections of a tenant share its bucket, which is removed with the last of them.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type bucket struct {
	refs   atomic.Int32
	tenant string
	tokens atomic.Int64
	gone   func(*bucket)
}

func (b *bucket) Retain() { b.refs.Add(1) }

func (b *bucket) Release() {
	n := b.refs.Add(-1)
	if n < 0 {
		panic("bucket of " + b.tenant + " released too often")
	}
	if n == 0 {
		b.gone(b)
	}
}

type limiter struct {
	mu      sync.Mutex
	buckets map[string]*bucket // not counted: an entry goes with the last reference
	removed int
}

// acquire returns a reference that the caller releases.
func (l *limiter) acquire(tenant string) *bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.buckets[tenant]; b != nil {
		for {
			n := b.refs.Load()
			if n == 0 {
				break // it is about to go
			}
			if b.refs.CompareAndSwap(n, n+1) {
				return b
			}
		}
	}
	b := &bucket{tenant: tenant, gone: l.remove}
	b.refs.Store(1)
	b.tokens.Store(5)
	l.buckets[tenant] = b
	return b
}

func (l *limiter) remove(b *bucket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.removed++
	if l.buckets[b.tenant] == b {
		delete(l.buckets, b.tenant)
	}
}

type conn struct {
	id      int
	quota   *bucket
	onClose []func()
}

func (l *limiter) accept(id int, tenant string) *conn {
	c := &conn{id: id, quota: l.acquire(tenant)}
	c.onClose = append(c.onClose, c.quota.Release)
	return c
}

// subrequest runs with a reference of its own, and may last longer than the connection.
func (c *conn) subrequest(wg *sync.WaitGroup, served *atomic.Int64) {
	b := c.quota
	b.Retain()
	wg.Go(func() {
		defer b.Release()
		if b.tokens.Add(-1) >= 0 {
			served.Add(1)
		}
	})
}

func (c *conn) Close() {
	for _, f := range c.onClose {
		f()
	}
	c.onClose, c.quota = nil, nil
}

func main() {
	l := &limiter{buckets: map[string]*bucket{}}
	var wg sync.WaitGroup
	var served atomic.Int64
	var open []*conn
	for i := range 9 {
		c := l.accept(i, fmt.Sprint("tenant", i%3))
		for range 3 {
			c.subrequest(&wg, &served)
		}
		if i%2 == 0 {
			c.Close()
			c.Close()
			continue
		}
		open = append(open, c)
	}
	for _, c := range open {
		c.Close()
	}
	wg.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Println(served.Load() > 0, l.removed >= 3, len(l.buckets))
}
