// truth: correct

// Command pricefeed publishes snapshots of an order book. Readers take the
// current snapshot without waiting for the writer.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Level struct{ Price, Size int64 }

type Snapshot struct {
	Version    uint64
	Bids, Asks []Level
}

func (s *Snapshot) Reset() {
	s.Version, s.Bids, s.Asks = 0, s.Bids[:0], s.Asks[:0]
}

func (s *Snapshot) spread() int64 {
	if len(s.Bids) == 0 || len(s.Asks) == 0 {
		return -1
	}
	return s.Asks[0].Price - s.Bids[0].Price
}

type Feed struct {
	pool    rcpool.Pool[Snapshot]
	mu      sync.RWMutex
	current rcpool.Ref[Snapshot] // owned; zero before the first and after the last
	changed chan struct{}
}

func NewFeed() *Feed { return &Feed{changed: make(chan struct{})} }

// Latest returns a reference of the caller's own, or false.
func (f *Feed) Latest() (rcpool.Ref[Snapshot], <-chan struct{}, bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.current.IsZero() {
		return rcpool.Ref[Snapshot]{}, f.changed, false
	}
	return f.current.Retain(), f.changed, true
}

// Update derives the next snapshot from the present one. If edit fails, the
// present one stays.
func (f *Feed) Update(edit func(*Snapshot) error) error {
	next := f.pool.Get()
	defer rcpool.Drop(&next)
	if prev, _, ok := f.Latest(); ok {
		p, n := prev.Value(), next.Value()
		n.Version = p.Version
		n.Bids = append(n.Bids, p.Bids...)
		n.Asks = append(n.Asks, p.Asks...)
		prev.Release()
	}
	if err := edit(next.Value()); err != nil {
		return err
	}
	next.Value().Version++
	f.swap(&next)
	return nil
}

// swap takes *next over, and leaves the reference that is replaced in it.
func (f *Feed) swap(next *rcpool.Ref[Snapshot]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.current, *next = *next, f.current
	close(f.changed)
	f.changed = make(chan struct{})
}

func (f *Feed) Close() {
	var none rcpool.Ref[Snapshot]
	f.swap(&none)
	rcpool.Drop(&none)
}

func main() {
	feed := NewFeed()
	var readers sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		readers.Go(func() {
			last := uint64(0)
			for {
				snap, changed, ok := feed.Latest()
				if ok {
					if v := snap.Value(); v.Version < last || v.spread() == 0 {
						panic("feed went back")
					} else {
						last = v.Version
					}
					snap.Release()
				}
				select {
				case <-changed:
				case <-stop:
					return
				}
			}
		})
	}
	failed := 0
	for i := range int64(50) {
		err := feed.Update(func(s *Snapshot) error {
			if i%9 == 8 {
				s.Bids = s.Bids[:0]
				return fmt.Errorf("tick %d is stale", i)
			}
			s.Bids = append(s.Bids[:0], Level{100 + i, 5}, Level{99 + i, 7})
			s.Asks = append(s.Asks[:0], Level{102 + 2*i, 4})
			return nil
		})
		if err != nil {
			failed++
		}
	}
	close(stop)
	readers.Wait()
	snap, _, _ := feed.Latest()
	feed.Close()
	fmt.Println(snap.Value().Version, snap.Value().spread(), failed)
	snap.Release()
}
