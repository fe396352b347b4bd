// truth: reset line 26 plain

// Command gamestate sends players the entities that are near them.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Entity struct {
	ID   int
	X, Y float64
}

type Snapshot struct {
	Tick     uint64
	Player   int
	Entities []Entity
	Removed  map[int]bool
	Teleport bool
}

func (s *Snapshot) Reset() {
	s.Tick = 0
	s.Player = 0
	s.Entities = s.Entities[:0]
	clear(s.Removed)
}

var snapshots = rcpool.Pool[Snapshot]{
	Name: "snapshots",
	New:  func() *Snapshot { return &Snapshot{Removed: make(map[int]bool)} },
	Keep: func(s *Snapshot) bool { return cap(s.Entities) <= 1024 },
}

type World struct {
	tick     uint64
	entities map[int]Entity
	players  map[int]*Player
}

type Player struct {
	id    int
	x, y  float64
	known map[int]bool
	moved bool
	out   chan rcpool.Ref[Snapshot]
}

func (w *World) view(p *Player) rcpool.Ref[Snapshot] {
	ref := snapshots.Get()
	s := ref.Value()
	s.Tick, s.Player = w.tick, p.id
	if p.moved {
		s.Teleport = true
		p.moved = false
	}
	seen := map[int]bool{}
	for id, e := range w.entities {
		if dx, dy := e.X-p.x, e.Y-p.y; dx*dx+dy*dy <= 25 {
			s.Entities = append(s.Entities, e)
			seen[id] = true
		}
	}
	for id := range p.known {
		if !seen[id] {
			s.Removed[id] = true
		}
	}
	p.known = seen
	return ref
}

func (w *World) step() {
	w.tick++
	for _, p := range w.players {
		p.out <- w.view(p)
	}
}

func (p *Player) receive(wg *sync.WaitGroup, log *sync.Map) {
	defer wg.Done()
	for ref := range p.out {
		s := ref.Value()
		log.Store(fmt.Sprint(p.id, "/", s.Tick), fmt.Sprint(len(s.Entities), len(s.Removed), s.Teleport))
		ref.Release()
	}
}

func main() {
	w := &World{entities: map[int]Entity{1: {1, 0, 0}, 2: {2, 3, 3}, 3: {3, 50, 50}}, players: map[int]*Player{}}
	var wg sync.WaitGroup
	var log sync.Map
	for id := range 2 {
		p := &Player{id: id, out: make(chan rcpool.Ref[Snapshot], 4)}
		w.players[id] = p
		wg.Add(1)
		go p.receive(&wg, &log)
	}
	w.step()
	w.players[0].x, w.players[0].y, w.players[0].moved = 50, 50, true
	w.step()
	w.step()
	for _, p := range w.players {
		close(p.out)
	}
	wg.Wait()
	n := 0
	log.Range(func(k, v any) bool { n++; return true })
	fmt.Println(n)
}
