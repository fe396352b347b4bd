// truth: escape line 51 hard

package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type ticket struct {
	Player string
	Rating int
	Waited int
	Party  []string
}

func (t *ticket) Reset() {
	clear(t.Party)
	*t = ticket{Party: t.Party[:0]}
}

var tickets = rcpool.Pool[ticket]{Name: "tickets"}

type timer struct {
	due  int
	fire func()
}

type matchmaker struct {
	now     int
	waiting []rcpool.Ref[ticket]
	timers  []timer
	report  map[string]int
	matches int
}

func (m *matchmaker) enqueue(player string, rating int, party ...string) {
	ref := tickets.Get()
	t := ref.Value()
	t.Player, t.Rating = player, rating
	t.Party = append(t.Party, party...)
	for i, other := range m.waiting {
		if gap := other.Value().Rating - rating; gap < 100 && gap > -100 {
			m.waiting = append(m.waiting[:i], m.waiting[i+1:]...)
			m.start(other, ref)
			return
		}
	}
	m.waiting = append(m.waiting, ref)
	m.timers = append(m.timers, timer{due: m.now + 3, fire: func() {
		m.report[t.Player] += m.now
	}})
}

func (m *matchmaker) start(a, b rcpool.Ref[ticket]) {
	defer a.Release()
	defer b.Release()
	m.matches++
	a.Value().Waited = m.now
}

func (m *matchmaker) tick() {
	m.now++
	rest := m.timers[:0]
	for _, t := range m.timers {
		if t.due > m.now {
			rest = append(rest, t)
			continue
		}
		t.fire()
	}
	clear(m.timers[len(rest):])
	m.timers = rest
}

func (m *matchmaker) close() {
	for _, ref := range m.waiting {
		ref.Release()
	}
	m.waiting = nil
}

func main() {
	m := &matchmaker{report: map[string]int{}}
	m.enqueue("ann", 1500)
	m.tick()
	m.enqueue("bob", 1550, "cleo")
	m.enqueue("dan", 900)
	for range 5 {
		m.tick()
	}
	m.close()
	fmt.Println(m.matches, m.report)
}
