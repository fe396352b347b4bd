// truth: leak line 69,77 hard

// Command saga-steps runs the steps of a booking. Each step leaves an undo that
// is run if a later step fails.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type booking struct {
	id    int
	seats []string
}

func (b *booking) Reset() {
	b.id = 0
	clear(b.seats)
	b.seats = b.seats[:0]
}

var bookings = rcpool.Pool[booking]{Name: "bookings"}

type saga struct{ undo []func() }

func (s *saga) step(do func() error, undo func()) error {
	s.undo = append(s.undo, undo)
	return do()
}

func (s *saga) rollback() {
	for i := len(s.undo) - 1; i >= 0; i-- {
		s.undo[i]()
	}
	s.undo = nil
}

func (s *saga) complete() { s.undo = nil }

type airline struct {
	mu    sync.Mutex
	taken map[string]int
	money int
}

var errPaid = errors.New("the card was refused")

func (a *airline) reserve(b *booking) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, seat := range b.seats {
		a.taken[seat] = b.id
	}
}

func (a *airline) free(b *booking) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, seat := range b.seats {
		delete(a.taken, seat)
	}
}

func (a *airline) book(id, limit int, seats ...string) error {
	b := bookings.Get()
	defer b.Release()
	b.Value().id = id
	b.Value().seats = append(b.Value().seats, seats...)
	var s saga
	err := s.step(func() error {
		a.reserve(b.Value())
		return nil
	}, b.Hold(a.free))
	if err == nil && len(seats)*10 > limit {
		err = errPaid
	}
	if err != nil {
		s.rollback()
		return fmt.Errorf("booking %d: %w", id, err)
	}
	a.mu.Lock()
	a.money += len(seats) * 10
	a.mu.Unlock()
	s.complete()
	return nil
}

func main() {
	a := &airline{taken: map[string]int{}}
	var wg sync.WaitGroup
	for id := 1; id <= 4; id++ {
		wg.Go(func() {
			err := a.book(id, id*10, fmt.Sprint(id, "A"), fmt.Sprint(id, "B"))
			if err != nil && !errors.Is(err, errPaid) {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(len(a.taken), a.money, "in use", bookings.Stats().InUse)
}
