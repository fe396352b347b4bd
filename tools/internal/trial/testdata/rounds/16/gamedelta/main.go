// truth: use-after-release line 56,70 hard

package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type state struct {
	Seq   uint32
	Cells [32]uint8
}

var states = rcpool.Pool[state]{Name: "states"}

const depth = 4

// history keeps the latest states of the world.
type history struct {
	slots [depth]rcpool.Ref[state]
	seq   uint32
}

func (h *history) push(s rcpool.Ref[state]) {
	h.seq++
	s.Value().Seq = h.seq
	slot := &h.slots[h.seq%depth]
	rcpool.Drop(slot)
	*slot = s
}

func (h *history) at(seq uint32) (*rcpool.Ref[state], bool) {
	if seq == 0 || seq > h.seq || h.seq-seq >= depth {
		return nil, false
	}
	return &h.slots[seq%depth], true
}

func (h *history) close() {
	for i := range h.slots {
		rcpool.Drop(&h.slots[i])
	}
}

type client struct {
	id   int
	base rcpool.Ref[state]
	sent int
	full int
}

func (c *client) ack(h *history, seq uint32) {
	if s, ok := h.at(seq); ok {
		c.base = *s
	}
}

// delta counts the cells that changed since the state that the client knows.
func (c *client) delta(h *history) int {
	cur, ok := h.at(h.seq)
	if !ok {
		return 0
	}
	if c.base.IsZero() {
		c.full++
		return len(cur.Value().Cells)
	}
	old := c.base.Value()
	n := 0
	for i, cell := range cur.Value().Cells {
		if cell != old.Cells[i] {
			n++
		}
	}
	return n
}

func main() {
	h := &history{}
	defer h.close()
	clients := []*client{{id: 1}, {id: 2}}
	for tick := range 12 {
		s := states.Get()
		for i := range s.Value().Cells {
			s.Value().Cells[i] = uint8(tick * i % 7)
		}
		h.push(s)
		for _, c := range clients {
			c.sent += c.delta(h)
			if tick%c.id == 0 && tick < 6 {
				c.ack(h, h.seq)
			}
		}
	}
	for _, c := range clients {
		fmt.Println(c.id, c.sent, c.full)
	}
}
