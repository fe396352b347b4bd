// truth: use-after-release line 45,86 hard

// Command timerwheel expires leases of a lock service with a hashed wheel.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Lease struct {
	Owner  string
	Lock   string
	Rounds int
}

var leases = rcpool.Pool[Lease]{Name: "leases"}

var (
	errHeld = errors.New("lock is held")
	errFree = errors.New("lock is free")
)

const slots = 4

type Wheel struct {
	slot [slots][]rcpool.Ref[Lease]
	hand int
}

func (w *Wheel) add(l rcpool.Ref[Lease], ticks int) {
	at := (w.hand + ticks) % slots
	l.Value().Rounds = (ticks - 1) / slots
	w.slot[at] = append(w.slot[at], l)
}

// tick returns the leases that are due; the caller owns them.
func (w *Wheel) tick() (due []rcpool.Ref[Lease]) {
	w.hand = (w.hand + 1) % slots
	waiting := w.slot[w.hand]
	w.slot[w.hand] = nil
	for _, l := range waiting {
		v := l.Value()
		if v.Rounds > 0 {
			v.Rounds--
			w.slot[w.hand] = append(w.slot[w.hand], l)
			continue
		}
		due = append(due, l)
	}
	return due
}

type Locks struct {
	wheel Wheel
	held  map[string]rcpool.Ref[Lease]
	log   []string
}

func (s *Locks) Acquire(owner, lock string, ttl int) error {
	if ttl <= 0 {
		return fmt.Errorf("ttl %d", ttl)
	}
	if other, ok := s.held[lock]; ok {
		return fmt.Errorf("%s: %w by %s", lock, errHeld, other.Value().Owner)
	}
	l := leases.Get()
	v := l.Value()
	v.Owner, v.Lock = owner, lock
	s.held[lock] = l
	s.wheel.add(l, ttl)
	return nil
}

func (s *Locks) Unlock(owner, lock string) error {
	l, ok := s.held[lock]
	if !ok {
		return errFree
	}
	if l.Value().Owner != owner {
		return errHeld
	}
	delete(s.held, lock)
	l.Release()
	return nil
}

func (s *Locks) Tick() {
	for _, l := range s.wheel.tick() {
		v := l.Value()
		s.log = append(s.log, v.Owner+" lost "+v.Lock)
		delete(s.held, v.Lock)
		l.Release()
	}
}

func main() {
	s := &Locks{held: map[string]rcpool.Ref[Lease]{}}
	fmt.Println(s.Acquire("n1", "shard-1", 2))
	fmt.Println(s.Acquire("n2", "shard-1", 2))
	fmt.Println(s.Acquire("n2", "shard-2", 6))
	fmt.Println(s.Acquire("n3", "shard-3", 3))
	s.Tick()
	s.Tick()
	fmt.Println(s.log, s.Unlock("n1", "shard-1"), s.Unlock("n1", "shard-3"))
	fmt.Println(s.Unlock("n3", "shard-3"))
	for range 5 {
		s.Tick()
	}
	fmt.Println(s.log, len(s.held))
}
