// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Entity struct{ ID, X, Y int32 }

type Snapshot struct {
	Tick     int
	Entities []Entity
}

var snapshots = rcpool.Pool[Snapshot]{
	Name: "snapshots",
	New:  func() *Snapshot { return &Snapshot{Entities: make([]Entity, 0, 32)} },
	Reset: func(s *Snapshot) {
		s.Tick = 0
		s.Entities = s.Entities[:0]
	},
}

type player struct {
	name  string
	inbox chan rcpool.Ref[Snapshot]
	seen  int
}

func (p *player) loop(wg *sync.WaitGroup) {
	defer wg.Done()
	for s := range p.inbox {
		p.seen += len(s.Value().Entities)
		s.Release()
	}
}

type world struct {
	mu      sync.Mutex
	players map[string]*player
	wg      sync.WaitGroup
	skipped int
}

func (w *world) join(name string) *player {
	p := &player{name: name, inbox: make(chan rcpool.Ref[Snapshot], 2)}
	w.mu.Lock()
	w.players[name] = p
	w.mu.Unlock()
	w.wg.Add(1)
	go p.loop(&w.wg)
	return p
}

func (w *world) leave(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p, ok := w.players[name]; ok {
		delete(w.players, name)
		close(p.inbox)
	}
}

func (w *world) broadcast(s rcpool.Ref[Snapshot]) {
	defer s.Release()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.players {
		own := s.Retain()
		select {
		case p.inbox <- own:
		default:
			own.Release()
			w.skipped++
		}
	}
}

func (w *world) tick(n int) {
	s := snapshots.Get()
	v := s.Value()
	v.Tick = n
	for i := range int32(n % 5) {
		v.Entities = append(v.Entities, Entity{ID: i, X: i * 2, Y: int32(n)})
	}
	if len(v.Entities) == 0 {
		s.Release()
		return
	}
	w.broadcast(s)
}

func main() {
	w := &world{players: map[string]*player{}}
	w.join("ada")
	w.join("bob")
	for n := range 40 {
		w.tick(n)
		if n == 20 {
			w.leave("bob")
			w.join("cy")
		}
	}
	for _, name := range []string{"ada", "bob", "cy"} {
		w.leave(name)
	}
	w.wg.Wait()
	fmt.Println("done", len(w.players), w.skipped >= 0)
}
