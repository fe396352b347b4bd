// truth: leak line 47 plain
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Quote struct {
	Symbol string
	Cents  int64
}

var quotes = rcpool.Pool[Quote]{Name: "quotes"}

type subscriber struct {
	feed   chan rcpool.Ref[Quote]
	missed int
	last   int64
}

func (s *subscriber) listen() {
	for q := range s.feed {
		s.last = q.Value().Cents
		time.Sleep(100 * time.Microsecond)
		q.Release()
	}
}

type ticker struct {
	mu   sync.RWMutex
	subs []*subscriber
}

// tick publishes one price. A subscriber that is behind misses it.
func (t *ticker) tick(symbol string, cents int64) {
	q := quotes.Get()
	defer q.Release()
	q.Value().Symbol = symbol
	q.Value().Cents = cents
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, sub := range t.subs {
		own := q.Retain()
		select {
		case sub.feed <- own:
		default:
			sub.missed++
		}
	}
}

func (t *ticker) subscribe(wg *sync.WaitGroup, depth int) *subscriber {
	sub := &subscriber{feed: make(chan rcpool.Ref[Quote], depth)}
	t.mu.Lock()
	t.subs = append(t.subs, sub)
	t.mu.Unlock()
	wg.Go(sub.listen)
	return sub
}

func main() {
	var t ticker
	var wg sync.WaitGroup
	quick := t.subscribe(&wg, 256)
	slow := t.subscribe(&wg, 1)
	for i := range int64(200) {
		t.tick("ACME", 1000+i)
	}
	for _, sub := range t.subs {
		close(sub.feed)
	}
	wg.Wait()
	fmt.Println(quick.last, quick.missed, slow.missed > 0)
	fmt.Println("open leases:", quotes.Stats().InUse)
}
