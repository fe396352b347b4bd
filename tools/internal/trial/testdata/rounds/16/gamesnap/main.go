// truth: correct

package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type unit struct{ x, y int16 }

type snapshot struct {
	Tick  int
	Units []unit
}

var snapshots = rcpool.Pool[snapshot]{
	Name:  "snapshots",
	New:   func() *snapshot { return &snapshot{Units: make([]unit, 0, 64)} },
	Reset: func(s *snapshot) { s.Tick, s.Units = 0, s.Units[:0] },
}

type player struct {
	name  string
	inbox chan rcpool.Ref[snapshot]
	seen  int
	last  int
}

func (p *player) run() {
	for s := range p.inbox {
		v := s.Value()
		p.seen += len(v.Units)
		p.last = v.Tick
		s.Release()
	}
}

// offer queues s; a slow player loses the oldest queued snapshot.
func (p *player) offer(s rcpool.Ref[snapshot]) {
	select {
	case p.inbox <- s:
		return
	default:
	}
	select {
	case old := <-p.inbox:
		old.Release()
	default:
	}
	select {
	case p.inbox <- s:
	default:
		s.Release()
	}
}

type world struct {
	mu      sync.Mutex
	players map[string]*player
	latest  rcpool.Ref[snapshot]
	wg      sync.WaitGroup
}

func (w *world) join(name string) *player {
	p := &player{name: name, inbox: make(chan rcpool.Ref[snapshot], 2)}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.players[name] = p
	if !w.latest.IsZero() {
		p.inbox <- w.latest.Retain()
	}
	w.wg.Go(p.run)
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

func (w *world) step(tick int) {
	s := snapshots.Get()
	v := s.Value()
	v.Tick = tick
	for i := range tick % 50 {
		v.Units = append(v.Units, unit{int16(i), int16(tick)})
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.players {
		p.offer(s.Retain())
	}
	rcpool.Drop(&w.latest)
	w.latest = s
}

func (w *world) shutdown() {
	w.mu.Lock()
	for name, p := range w.players {
		delete(w.players, name)
		close(p.inbox)
	}
	rcpool.Drop(&w.latest)
	w.mu.Unlock()
	w.wg.Wait()
}

func main() {
	w := &world{players: map[string]*player{}}
	ann := w.join("ann")
	for tick := range 100 {
		w.step(tick)
		switch tick {
		case 20:
			w.join("bob")
		case 60:
			w.leave("bob")
			w.leave("nobody")
		}
	}
	w.shutdown()
	fmt.Println(ann.last, ann.seen > 0)
}
