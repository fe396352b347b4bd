// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type entity struct{ id, x, y int }

type snapshot struct {
	tick     int
	entities []entity
}

func (s *snapshot) Reset() { s.tick, s.entities = 0, s.entities[:0] }

var snapshots = rcpool.Pool[snapshot]{
	Name: "snapshots",
	Keep: func(s *snapshot) bool { return cap(s.entities) <= 1024 },
}

type world struct {
	mu      sync.RWMutex
	current rcpool.Ref[snapshot]
}

// advance computes the next tick from the current one.
func (w *world) advance() {
	next := snapshots.Get()
	w.mu.RLock()
	prev := w.current.Retain()
	w.mu.RUnlock()
	defer prev.Release()

	n, p := next.Value(), prev.Value()
	n.tick = p.tick + 1
	for _, e := range p.entities {
		e.x += e.id
		e.y -= e.id
		if e.x < 1000 {
			n.entities = append(n.entities, e)
		}
	}
	w.publish(next)
}

func (w *world) publish(s rcpool.Ref[snapshot]) {
	w.mu.Lock()
	old := w.current
	w.current = s
	w.mu.Unlock()
	rcpool.Drop(&old)
}

func (w *world) view() rcpool.Ref[snapshot] {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.current.Retain()
}

func (w *world) stop() {
	w.publish(rcpool.Ref[snapshot]{})
}

func watch(w *world, frames int) (sum int) {
	for range frames {
		s := w.view()
		for _, e := range s.Value().entities {
			sum += e.x
		}
		s.Release()
	}
	return sum
}

func main() {
	var w world
	first := snapshots.Get()
	for i := range 16 {
		first.Value().entities = append(first.Value().entities, entity{id: i})
	}
	w.publish(first)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { watch(&w, 200) })
	}
	for range 100 {
		w.advance()
	}
	wg.Wait()
	s := w.view()
	fmt.Println(s.Value().tick, len(s.Value().entities))
	s.Release()
	w.stop()
}
