// truth: escape line 74 plain

// Command leasewatch grants locks with leases that expire.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Grant struct {
	Key   string
	Owner string
	Token uint64
}

var grants = rcpool.Pool[Grant]{Name: "grants"}

var errHeld = errors.New("lock is held")

type lockTable struct {
	mu      sync.Mutex
	token   uint64
	held    map[string]uint64
	expired []string
	timers  sync.WaitGroup
}

func (l *lockTable) release(key string, token uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[key] != token {
		return false
	}
	delete(l.held, key)
	return true
}

func (l *lockTable) expire(g *Grant) {
	defer l.timers.Done()
	if !l.release(g.Key, g.Token) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expired = append(l.expired, g.Key+"/"+g.Owner)
}

func (l *lockTable) issue(key string) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.held[key]; ok {
		return 0, fmt.Errorf("%s: %w", key, errHeld)
	}
	l.token++
	l.held[key] = l.token
	return l.token, nil
}

func (l *lockTable) acquire(key, owner string, ttl time.Duration) (uint64, error) {
	token, err := l.issue(key)
	if err != nil {
		return 0, err
	}
	ref := grants.Get()
	defer ref.Release()
	g := ref.Value()
	g.Key, g.Owner, g.Token = key, owner, token
	l.timers.Add(1)
	time.AfterFunc(ttl, func() { l.expire(g) })
	return g.Token, nil
}

func main() {
	l := &lockTable{held: map[string]uint64{}}
	t1, err := l.acquire("seg-1", "a", 5*time.Millisecond)
	fmt.Println(t1, err)
	_, err = l.acquire("seg-1", "b", time.Millisecond)
	fmt.Println(err)
	t2, err := l.acquire("seg-2", "b", 10*time.Millisecond)
	fmt.Println(t2, err, l.release("seg-2", t2))
	l.timers.Wait()
	fmt.Println(l.expired)
	check()
}
