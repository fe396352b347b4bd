// truth: correct

// Command shardlimiter limits clients with token buckets that expire when full.
package main

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type bucket struct {
	tokens, capacity int
	waiting          []chan bool
}

func (b *bucket) Reset() {
	clear(b.waiting)
	*b = bucket{waiting: b.waiting[:0]}
}

var (
	buckets = rcpool.Pool[bucket]{Name: "buckets"}
	sums    = rcpool.Pool[stdpool.Hasher]{
		Name: "fnv",
		New:  func() *stdpool.Hasher { return &stdpool.Hasher{Hash: fnv.New32a()} },
	}
)

type shard struct {
	sync.Mutex
	clients map[string]rcpool.Ref[bucket]
}

type limiter [4]shard

func (l *limiter) shardOf(client string) *shard {
	var i int
	sums.With(func(h *stdpool.Hasher) error {
		h.Write([]byte(client))
		i = int(h.Sum(nil)[3]) % len(l)
		return nil
	})
	return &l[i]
}

func (l *limiter) allow(client string) bool {
	s := l.shardOf(client)
	s.Lock()
	defer s.Unlock()
	if s.clients == nil {
		s.clients = make(map[string]rcpool.Ref[bucket])
	}
	ref, ok := s.clients[client]
	if !ok {
		ref = buckets.Get()
		ref.Value().tokens, ref.Value().capacity = 2, 2
		s.clients[client] = ref
	}
	b := ref.Value()
	if b.tokens == 0 {
		return false
	}
	b.tokens--
	return true
}

// wait queues for a token.
func (l *limiter) wait(client string) <-chan bool {
	ch := make(chan bool, 1)
	if l.allow(client) {
		ch <- true
		return ch
	}
	s := l.shardOf(client)
	s.Lock()
	defer s.Unlock()
	if ref, ok := s.clients[client]; ok {
		b := ref.Value()
		b.waiting = append(b.waiting, ch)
	} else {
		ch <- false
	}
	return ch
}

// refill adds a token to each bucket and forgets those that are full.
func (l *limiter) refill() {
	for i := range l {
		s := &l[i]
		s.Lock()
		for client, ref := range s.clients {
			b := ref.Value()
			if len(b.waiting) > 0 {
				b.waiting[0] <- true
				b.waiting = slices.Delete(b.waiting, 0, 1)
				continue
			}
			if b.tokens++; b.tokens >= b.capacity {
				delete(s.clients, client)
				ref.Release()
			}
		}
		s.Unlock()
	}
}

func (l *limiter) close() {
	for i := range l {
		l[i].Lock()
		for client, ref := range l[i].clients {
			for _, ch := range ref.Value().waiting {
				ch <- false
			}
			ref.Release()
			delete(l[i].clients, client)
		}
		l[i].Unlock()
	}
}

func main() {
	l := new(limiter)
	for _, client := range []string{"ann", "bob", "ann", "ann", "carl"} {
		fmt.Print(client, l.allow(client), " ")
	}
	first, second := l.wait("ann"), l.wait("ann")
	l.refill()
	l.refill()
	l.refill()
	fmt.Println(<-first, <-second, l.allow("ann"), l.allow("ann"))
	third := l.wait("ann")
	l.close()
	fmt.Println(<-third)
}
