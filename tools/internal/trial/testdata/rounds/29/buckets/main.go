// truth: correct

// Command buckets limits the rate of API keys with token buckets in shards. A
// janitor evicts buckets that were idle.
package main

import (
	"fmt"
	"hash/maphash"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type bucket struct {
	mu     sync.Mutex
	tokens float64
	last   time.Time
	denied int
}

func (b *bucket) take(now time.Time, rate, burst float64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last.IsZero() {
		b.tokens = burst
	} else {
		b.tokens = min(burst, b.tokens+rate*now.Sub(b.last).Seconds())
	}
	b.last = now
	if b.tokens < 1 {
		b.denied++
		return false
	}
	b.tokens--
	return true
}

func (b *bucket) idleSince(t time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last.Before(t)
}

type shard[K comparable] struct {
	mu      sync.RWMutex
	entries map[K]rcpool.Ref[bucket]
}

type Limiter[K comparable] struct {
	rate, burst float64
	pool        rcpool.Pool[bucket]
	seed        maphash.Seed
	shards      [8]shard[K]
}

type Option[K comparable] func(*Limiter[K])

func WithBurst[K comparable](n float64) Option[K] { return func(l *Limiter[K]) { l.burst = n } }

func NewLimiter[K comparable](rate float64, options ...Option[K]) *Limiter[K] {
	l := &Limiter[K]{rate: rate, burst: rate, seed: maphash.MakeSeed()}
	l.pool.Name = "limiter.buckets"
	l.pool.Reset = func(b *bucket) {
		b.tokens, b.last, b.denied = 0, time.Time{}, 0
	}
	for i := range l.shards {
		l.shards[i].entries = map[K]rcpool.Ref[bucket]{}
	}
	for _, o := range options {
		o(l)
	}
	return l
}

func (l *Limiter[K]) shard(key K) *shard[K] {
	return &l.shards[maphash.Comparable(l.seed, key)%uint64(len(l.shards))]
}

// borrow returns a reference to the bucket of a key. The caller owns it.
func (l *Limiter[K]) borrow(key K) rcpool.Ref[bucket] {
	s := l.shard(key)
	s.mu.RLock()
	if ref, ok := s.entries[key]; ok {
		own := ref.Retain()
		s.mu.RUnlock()
		return own
	}
	s.mu.RUnlock()

	fresh := l.pool.Get()
	s.mu.Lock()
	defer s.mu.Unlock()
	if ref, ok := s.entries[key]; ok { // somebody was quicker
		fresh.Release()
		return ref.Retain()
	}
	s.entries[key] = fresh
	return fresh.Retain()
}

func (l *Limiter[K]) Allow(key K, now time.Time) bool {
	ref := l.borrow(key)
	defer ref.Release()
	return ref.Value().take(now, l.rate, l.burst)
}

// Evict removes buckets that nobody has used since t.
func (l *Limiter[K]) Evict(t time.Time) (n int) {
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.Lock()
		for key, ref := range s.entries {
			if ref.Value().idleSince(t) {
				delete(s.entries, key)
				ref.Release()
				n++
			}
		}
		s.mu.Unlock()
	}
	return n
}

func main() {
	l := NewLimiter(1, WithBurst[string](3))
	start := time.Now()
	var wg sync.WaitGroup
	var mu sync.Mutex
	allowed := map[string]int{}
	for i := range 40 {
		wg.Go(func() {
			key := fmt.Sprintf("key-%d", i%4)
			if l.Allow(key, start) {
				mu.Lock()
				allowed[key]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	l.Allow("key-1", start.Add(time.Minute))
	fmt.Println(allowed, l.Evict(start.Add(time.Second)), l.Evict(start.Add(time.Hour)))
}
