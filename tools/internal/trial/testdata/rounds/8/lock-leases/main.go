// truth: escape line 56 hard
package main

import (
	"fmt"
	"sync"
	"time"
)

type request struct {
	owner string
	key   string
	ttl   time.Duration
}

var requests = sync.Pool{New: func() any { return new(request) }}

// A wheel runs callbacks when their time has come.
type wheel struct {
	mu    sync.Mutex
	slots [4][]func()
	now   int
}

func (w *wheel) after(d time.Duration, f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := (w.now + int(d/time.Second)) % len(w.slots)
	w.slots[i] = append(w.slots[i], f)
}

func (w *wheel) advance() {
	w.mu.Lock()
	w.now = (w.now + 1) % len(w.slots)
	due := w.slots[w.now]
	w.slots[w.now] = nil
	w.mu.Unlock()
	for _, f := range due {
		f()
	}
}

type locks struct {
	wheel wheel
	held  map[string]string
}

func (l *locks) acquire(owner, key string, ttl time.Duration) bool {
	req := requests.Get().(*request)
	defer requests.Put(req)
	*req = request{owner, key, ttl}
	if _, taken := l.held[req.key]; taken {
		return false
	}
	l.held[req.key] = req.owner
	l.wheel.after(req.ttl, func() {
		if l.held[req.key] == req.owner {
			delete(l.held, req.key)
		}
	})
	return true
}

func main() {
	l := &locks{held: make(map[string]string)}
	fmt.Println(l.acquire("ann", "db", time.Second))
	fmt.Println(l.acquire("bob", "queue", 3*time.Second))
	fmt.Println(l.acquire("bob", "db", time.Second))
	l.wheel.advance()
	if _, ok := l.held["db"]; ok {
		panic(fmt.Sprint("db is still locked: ", l.held))
	}
	if len(l.held) != 1 {
		panic(fmt.Sprint("locks: ", l.held))
	}
}
