// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Tally struct {
	District string
	Votes    map[string]int
}

var tallies = rcpool.Pool[Tally]{
	New:   func() *Tally { return &Tally{Votes: map[string]int{}} },
	Reset: func(t *Tally) { t.District = ""; clear(t.Votes) },
}

type handler func(*Tally)

// bus queues what a subscriber has to do, as functions that own what they need.
type bus struct {
	subs  []handler
	queue chan func()
	idle  sync.WaitGroup
}

func newBus(workers int) *bus {
	b := &bus{queue: make(chan func(), 16)}
	for range workers {
		go func() {
			for f := range b.queue {
				f()
				b.idle.Done()
			}
		}()
	}
	return b
}

func (b *bus) subscribe(h handler) { b.subs = append(b.subs, h) }

// publish borrows the reference.
func (b *bus) publish(t *rcpool.Ref[Tally]) {
	for _, h := range b.subs {
		b.idle.Add(1)
		b.queue <- t.Hold(h)
	}
}

func (b *bus) drain() { b.idle.Wait(); close(b.queue) }

type board struct {
	mu    sync.Mutex
	votes map[string]int
}

func (b *board) count(t *Tally) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for party, n := range t.Votes {
		b.votes[party] += n
	}
}

func main() {
	b := newBus(2)
	board := &board{votes: map[string]int{}}
	var districts atomic.Int32
	b.subscribe(board.count)
	b.subscribe(func(*Tally) { districts.Add(1) })
	b.subscribe(func(t *Tally) {
		if len(t.Votes) == 0 {
			fmt.Println("no votes in", t.District)
		}
	})
	for i := range 20 {
		ref := tallies.Get()
		t := ref.Value()
		t.District = fmt.Sprint("district ", i)
		if i != 7 {
			t.Votes["red"] += i
			t.Votes["blue"] += 20 - i
		}
		b.publish(&ref)
		ref.Release()
	}
	b.drain()
	fmt.Println(board.votes["red"], board.votes["blue"], districts.Load())
}
