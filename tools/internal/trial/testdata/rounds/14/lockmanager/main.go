// truth: correct

// Command lockmanager grants row locks with timeouts and callbacks.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type lockReq struct {
	Owner   string
	Key     string
	granted func(*lockReq)
}

var reqs = rcpool.Pool[lockReq]{Name: "lock requests"}

type waiter struct {
	ref  rcpool.Ref[lockReq]
	stop func() bool
}

type manager struct {
	mu      sync.Mutex
	held    map[string]string
	waiting map[string][]waiter
	expired chan string
}

func (m *manager) acquire(owner, key string, wait time.Duration, granted func(*lockReq)) {
	ref := reqs.Get()
	defer rcpool.Drop(&ref)
	r := ref.Value()
	r.Owner, r.Key, r.granted = owner, key, granted

	m.mu.Lock()
	if _, busy := m.held[key]; !busy {
		m.held[key] = owner
		m.mu.Unlock()
		r.granted(r)
		return
	}
	stop := ref.AfterFunc(wait, m.expire)
	m.waiting[key] = append(m.waiting[key], waiter{ref: rcpool.Move(&ref), stop: stop})
	m.mu.Unlock()
}

// expire runs on the goroutine of the timer.
func (m *manager) expire(r *lockReq) {
	m.mu.Lock()
	defer m.mu.Unlock()
	q := m.waiting[r.Key]
	for i, w := range q {
		if w.ref.Value() == r {
			w.ref.Release()
			m.waiting[r.Key] = append(q[:i:i], q[i+1:]...)
			m.expired <- r.Owner
			return
		}
	}
}

func (m *manager) release(key string) {
	m.mu.Lock()
	delete(m.held, key)
	q := m.waiting[key]
	if len(q) == 0 {
		delete(m.waiting, key)
		m.mu.Unlock()
		return
	}
	next := q[0]
	m.waiting[key] = q[1:]
	m.held[key] = next.ref.Value().Owner
	m.mu.Unlock()
	defer next.ref.Release()
	next.stop()
	next.ref.Value().granted(next.ref.Value())
}

func main() {
	m := &manager{held: map[string]string{}, waiting: map[string][]waiter{}, expired: make(chan string, 4)}
	granted := func(r *lockReq) { fmt.Println("granted", r.Key, "to", r.Owner) }
	m.acquire("t1", "row7", time.Second, granted)
	m.acquire("t2", "row7", 5*time.Millisecond, granted)
	m.acquire("t3", "row7", time.Minute, granted)
	fmt.Println("expired", <-m.expired)
	m.release("row7")
	m.release("row7")
	m.release("row7")
	fmt.Println(len(m.held), len(m.waiting))
}
