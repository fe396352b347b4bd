// truth: correct
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Snapshot struct {
	Rev  int
	Keys map[string]string
}

func (s *Snapshot) Reset() {
	clear(s.Keys)
	s.Rev = 0
}

var snapshots = rcpool.Pool[Snapshot]{
	Name: "snapshots",
	New:  func() *Snapshot { return &Snapshot{Keys: map[string]string{}} },
}

// source hands the newest snapshot to its watchers. A watcher that is slow
// misses the ones in between.
type source struct {
	mu       sync.Mutex
	current  rcpool.Ref[Snapshot]
	watchers map[*watcher]struct{}
}

type watcher struct {
	slot chan rcpool.Ref[Snapshot] // of capacity 1
}

func (s *source) watch() *watcher {
	w := &watcher{slot: make(chan rcpool.Ref[Snapshot], 1)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers[w] = struct{}{}
	if !s.current.IsZero() {
		w.slot <- s.current.Retain()
	}
	return w
}

// offer replaces what the watcher has not taken yet. The caller has the lock.
func (w *watcher) offer(snap rcpool.Ref[Snapshot]) {
	select {
	case old := <-w.slot:
		old.Release()
	default:
	}
	w.slot <- snap
}

func (s *source) unwatch(w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.watchers[w]; !ok {
		return
	}
	delete(s.watchers, w)
	close(w.slot)
	for snap := range w.slot {
		snap.Release()
	}
}

func (s *source) publish(rev int, key, value string) {
	next := snapshots.Get()
	n := next.Value()
	n.Rev = rev
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.current.IsZero() {
		for k, v := range s.current.Value().Keys {
			n.Keys[k] = v
		}
		s.current.Release()
	}
	n.Keys[key] = value
	s.current = next
	for w := range s.watchers {
		w.offer(next.Retain())
	}
}

func (s *source) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	rcpool.Drop(&s.current)
}

// follow calls apply with each snapshot until the context is done.
func follow(ctx context.Context, s *source, apply func(*Snapshot)) {
	w := s.watch()
	defer s.unwatch(w)
	for {
		select {
		case <-ctx.Done():
			return
		case snap := <-w.slot:
			apply(snap.Value())
			snap.Release()
		}
	}
}

func main() {
	s := &source{watchers: map[*watcher]struct{}{}}
	defer s.close()
	s.publish(1, "a", "x")
	idle := s.watch()
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			follow(ctx, s, func(snap *Snapshot) {
				if snap.Rev == 20 {
					cancel()
				}
			})
		})
	}
	for rev := 2; rev <= 20; rev++ {
		s.publish(rev, fmt.Sprint("k", rev%4), fmt.Sprint(rev))
	}
	wg.Wait()
	last := <-idle.slot
	fmt.Println(last.Value().Rev, len(last.Value().Keys))
	last.Release()
	s.unwatch(idle)
	s.unwatch(idle)
}
