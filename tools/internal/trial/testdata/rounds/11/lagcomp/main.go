// truth: use-after-release line 72 hard
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type State struct {
	Tick int
	Pos  []float64
}

func (s *State) Reset() { *s = State{Pos: s.Pos[:0]} }

var states = rcpool.Pool[State]{Name: "states"}

// History has the last states of the simulation and owns them.
type History struct {
	ring []rcpool.Ref[State]
	head int
	n    int
}

func NewHistory(size int) *History { return &History{ring: make([]rcpool.Ref[State], size)} }

func (h *History) oldest() rcpool.Ref[State] {
	return h.ring[(h.head-h.n+len(h.ring))%len(h.ring)]
}

func (h *History) push(s rcpool.Ref[State]) {
	rcpool.Drop(&h.ring[h.head])
	h.ring[h.head] = s
	h.head = (h.head + 1) % len(h.ring)
	h.n = min(h.n+1, len(h.ring))
}

func (h *History) Close() {
	for i := range h.ring {
		rcpool.Drop(&h.ring[i])
	}
	h.n = 0
}

type sim struct {
	tick    int
	history *History
}

func (s *sim) capture(entities int) rcpool.Ref[State] {
	st := states.Get()
	v := st.Value()
	v.Tick = s.tick
	for i := range entities {
		v.Pos = append(v.Pos, float64(s.tick*i))
	}
	return st
}

// step advances the simulation and returns how far entity i has come within the window.
func (s *sim) step(i int) float64 {
	s.tick++
	cur := s.capture(4)
	if s.history.n == 0 {
		s.history.push(cur)
		return 0
	}
	base := s.history.oldest()
	now := cur.Value().Pos[i]
	s.history.push(cur)
	return now - base.Value().Pos[i]
}

func main() {
	s := &sim{history: NewHistory(5)}
	defer s.history.Close()
	for range 12 {
		fmt.Println(s.step(2))
	}
}
