// truth: correct
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type entity struct{ id, x, y int }

type snapshot struct {
	tick     int
	entities []entity
}

func (s *snapshot) Reset() { s.tick, s.entities = 0, s.entities[:0] }

var snapshots = rcpool.Pool[snapshot]{Name: "snapshots"}

// history keeps recent snapshots, for clients that have acknowledged one.
type history struct {
	slots [4]rcpool.Ref[snapshot]
}

// put takes s over, in place of the snapshot that is four ticks older.
func (h *history) put(s rcpool.Ref[snapshot]) {
	slot := &h.slots[s.Value().tick%len(h.slots)]
	rcpool.Drop(slot)
	*slot = s
}

// at borrows the snapshot of a tick, or returns nil if it is too old.
func (h *history) at(tick int) *snapshot {
	s := h.slots[tick%len(h.slots)]
	if s.IsZero() || s.Value().tick != tick {
		return nil
	}
	return s.Value()
}

func (h *history) close() {
	for i := range h.slots {
		rcpool.Drop(&h.slots[i])
	}
}

// A client holds the snapshot that its player has confirmed.
type client struct {
	acked rcpool.Ref[snapshot]
	sent  int
}

func (c *client) ack(h *history, tick int) bool {
	if h.at(tick) == nil {
		return false
	}
	next := h.slots[tick%len(h.slots)].Retain()
	rcpool.Drop(&c.acked)
	c.acked = next
	return true
}

func (c *client) update(now *snapshot) {
	known := map[int]entity{}
	if !c.acked.IsZero() {
		for _, e := range c.acked.Value().entities {
			known[e.id] = e
		}
	}
	for _, e := range now.entities {
		if known[e.id] != e {
			c.sent++
		}
	}
}

func (c *client) close() { rcpool.Drop(&c.acked) }

func simulate(tick int, before *snapshot) rcpool.Ref[snapshot] {
	s := snapshots.Get()
	v := s.Value()
	v.tick = tick
	if before != nil {
		v.entities = append(v.entities, before.entities...)
	} else {
		v.entities = append(v.entities, entity{1, 0, 0}, entity{2, 5, 5}, entity{3, 9, 9})
	}
	v.entities[tick%len(v.entities)].x++
	return s
}

func main() {
	var h history
	defer h.close()
	clients := []*client{{}, {}}
	for _, c := range clients {
		defer c.close()
	}
	for tick := range 12 {
		var before *snapshot
		if tick > 0 {
			before = h.at(tick - 1)
		}
		s := simulate(tick, before)
		for _, c := range clients {
			c.update(s.Value())
		}
		h.put(s)
		if tick%3 == 2 {
			clients[0].ack(&h, tick)
		}
		if tick == 9 {
			fmt.Println(clients[1].ack(&h, 2), clients[1].ack(&h, 7))
		}
	}
	fmt.Println(clients[0].sent, clients[1].sent)
}
