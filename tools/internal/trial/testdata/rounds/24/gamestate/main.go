// truth: reset line 26 plain

// Command gamestate replicates the state of players to spectators in deltas.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Vec struct{ X, Y int }

type Delta struct {
	Tick     uint64
	Player   string
	Moved    Vec
	Health   int
	Effects  []string
	Reliable bool
}

var deltas = &rcpool.Pool[Delta]{
	Name: "deltas",
	Reset: func(d *Delta) {
		d.Tick = 0
		d.Player = ""
		d.Moved = Vec{}
		d.Health = 0
		clear(d.Effects)
		d.Effects = d.Effects[:0]
	},
}

type spectator struct {
	in       chan rcpool.Ref[Delta]
	seen     int
	reliable int
}

func (s *spectator) watch() {
	for ref := range s.in {
		d := ref.Value()
		s.seen++
		if d.Reliable {
			s.reliable++
		}
		ref.Release()
	}
}

type match struct {
	tick       uint64
	spectators []*spectator
}

// broadcast takes ref over. Spectators that lag behind miss what is not
// reliable.
func (m *match) broadcast(ref rcpool.Ref[Delta]) {
	defer ref.Release()
	for _, s := range m.spectators {
		mine := ref.Retain()
		if ref.Value().Reliable {
			s.in <- mine
			continue
		}
		select {
		case s.in <- mine:
		default:
			mine.Release()
		}
	}
}

func (m *match) step(player string, by Vec) {
	m.tick++
	ref := deltas.Get()
	d := ref.Value()
	d.Tick, d.Player, d.Moved = m.tick, player, by
	m.broadcast(ref)
}

func (m *match) hit(player string, damage int, effects ...string) {
	ref := deltas.Get()
	d := ref.Value()
	d.Tick, d.Player, d.Health = m.tick, player, -damage
	d.Effects = append(d.Effects, effects...)
	d.Reliable = true
	m.broadcast(ref)
}

func main() {
	m := &match{}
	var wg sync.WaitGroup
	for range 2 {
		s := &spectator{in: make(chan rcpool.Ref[Delta], 16)}
		m.spectators = append(m.spectators, s)
		wg.Go(s.watch)
	}
	for i := range 200 {
		m.step(fmt.Sprint("p", i%4), Vec{i % 3, -i % 2})
		if i%10 == 9 {
			m.hit(fmt.Sprint("p", i%4), i, "burn")
		}
	}
	for _, s := range m.spectators {
		close(s.in)
	}
	wg.Wait()
	for _, s := range m.spectators {
		fmt.Println(s.seen > 20, s.reliable)
	}
}
