// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type vec struct{ x, y int32 }

type snapshot struct {
	tick int
	pos  []vec
}

func (s *snapshot) Reset() {
	s.tick = 0
	s.pos = s.pos[:0]
}

var snapshots = rcpool.Pool[snapshot]{Name: "snapshots"}

type player struct {
	name string
	in   chan rcpool.Ref[snapshot]
	seen int
}

func (p *player) loop() {
	for s := range p.in {
		p.seen += len(s.Value().pos)
		s.Release()
	}
}

type world struct {
	players []*player
	skipped int
}

func (w *world) tick(n int) {
	snap := snapshots.Get()
	defer snap.Release()
	v := snap.Value()
	v.tick = n
	for i := range 4 {
		v.pos = append(v.pos, vec{int32(n), int32(i)})
	}
	for _, p := range w.players {
		own := snap.Retain()
		select {
		case p.in <- own:
		default:
			own.Release()
			w.skipped++
		}
	}
}

func main() {
	w := &world{}
	var wg sync.WaitGroup
	for i := range 3 {
		p := &player{name: fmt.Sprint("p", i), in: make(chan rcpool.Ref[snapshot], 2)}
		w.players = append(w.players, p)
		wg.Go(p.loop)
	}
	for n := range 50 {
		w.tick(n)
	}
	for _, p := range w.players {
		close(p.in)
	}
	wg.Wait()
	total := w.skipped * 4
	for _, p := range w.players {
		total += p.seen
	}
	fmt.Println(total == 50*3*4)
}
