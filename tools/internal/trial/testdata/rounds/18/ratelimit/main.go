// truth: correct
package main

import (
	"fmt"
	"sort"
	"sync"
	"time"
)

// window counts the calls of a client in slices of a second.
type window struct {
	client string
	start  time.Time
	counts [10]int
	total  int
	denied bool
}

var windows = sync.Pool{New: func() any { return new(window) }}

func newWindow(client string, now time.Time) *window {
	w := windows.Get().(*window)
	*w = window{client: client, start: now}
	return w
}

func (w *window) advance(now time.Time) {
	steps := int(now.Sub(w.start) / (100 * time.Millisecond))
	if steps <= 0 {
		return
	}
	n := len(w.counts)
	if steps >= n {
		w.counts = [10]int{}
		w.total = 0
	} else {
		for _, c := range w.counts[:steps] {
			w.total -= c
		}
		copy(w.counts[:], w.counts[steps:])
		clear(w.counts[n-steps:])
	}
	w.start = w.start.Add(time.Duration(steps) * 100 * time.Millisecond)
}

type limiter struct {
	mu      sync.Mutex
	max     int
	clients map[string]*window
}

func (l *limiter) allow(client string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	w, ok := l.clients[client]
	if !ok {
		w = newWindow(client, now)
		l.clients[client] = w
	}
	w.advance(now)
	if w.total >= l.max {
		w.denied = true
		return false
	}
	w.counts[len(w.counts)-1]++
	w.total++
	return true
}

// expire forgets idle clients and returns the names of those it had denied.
func (l *limiter) expire(now time.Time) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var denied []string
	for name, w := range l.clients {
		w.advance(now)
		if w.total > 0 {
			continue
		}
		if w.denied {
			denied = append(denied, w.client)
		}
		delete(l.clients, name)
		windows.Put(w)
	}
	sort.Strings(denied)
	return denied
}

func main() {
	l := &limiter{max: 3, clients: map[string]*window{}}
	now := time.Unix(1_700_000_000, 0)
	for i := range 5 {
		fmt.Print(l.allow("10.0.0.1", now.Add(time.Duration(i)*50*time.Millisecond)), " ")
	}
	fmt.Println(l.allow("10.0.0.2", now))
	fmt.Println(l.expire(now), len(l.clients))
	fmt.Println(l.allow("10.0.0.1", now.Add(1100*time.Millisecond)))
	fmt.Println(l.expire(now.Add(1500*time.Millisecond)), len(l.clients))
	fmt.Println(l.expire(now.Add(3*time.Second)), len(l.clients))
	fmt.Println(l.allow("10.0.0.3", now), l.expire(now.Add(time.Hour)))
}
