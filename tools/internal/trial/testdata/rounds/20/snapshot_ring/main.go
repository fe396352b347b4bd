// truth: use-after-release line 56,65 hard

// A game server keeps the last world states; players get the difference to the state they know.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type world struct {
	tick int
	pos  map[int]int
}

func (w *world) Reset() {
	w.tick = 0
	clear(w.pos)
}

var worlds = rcpool.Pool[world]{Name: "worlds", New: func() *world { return &world{pos: map[int]int{}} }}

type history struct {
	ring [4]rcpool.Ref[world]
	tick int
}

func (h *history) push(w rcpool.Ref[world]) {
	slot := &h.ring[h.tick%len(h.ring)]
	rcpool.Drop(slot)
	w.Value().tick = h.tick
	*slot = w
	h.tick++
}

func (h *history) latest() rcpool.Ref[world] {
	return h.ring[(h.tick-1)%len(h.ring)]
}

func (h *history) close() {
	for i := range h.ring {
		rcpool.Drop(&h.ring[i])
	}
}

type player struct {
	id    int
	known rcpool.Ref[world] // the state that the player has acknowledged
}

func (p *player) diff(now *world) (n int) {
	if p.known.IsZero() {
		return len(now.pos)
	}
	base := p.known.Value()
	for id, x := range now.pos {
		if old, ok := base.pos[id]; !ok || old != x {
			n++
		}
	}
	return n
}

func (p *player) ack(h *history) { p.known = h.latest() }

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
	}()
	h := new(history)
	defer h.close()
	players := []*player{{id: 1}, {id: 2}, {id: 3}}
	for tick := range 12 {
		w := worlds.Get()
		for _, p := range players {
			w.Value().pos[p.id] = tick / p.id
		}
		h.push(w)
		now := h.latest().Value()
		for _, p := range players {
			n := p.diff(now)
			if tick%(2*p.id) == 0 {
				fmt.Println(now.tick, "player", p.id, "changes", n)
				p.ack(h)
			}
		}
	}
}
