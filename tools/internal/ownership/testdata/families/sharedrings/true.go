package sharedrings

import "github.com/rcpool/rcpool"

type blindHistory struct {
	slots [depth]rcpool.Ref[moment]
	tick  int
}

// The slot has what was there eight ticks ago.
func (h *blindHistory) record() {
	h.tick++
	ref := moments.Get()
	ref.Value().tick = h.tick
	h.slots[h.tick%depth] = ref // want "leak: "
}

func (h *blindHistory) at(tick int) (rcpool.Ref[moment], bool) {
	if tick < 1 || tick > h.tick || tick <= h.tick-depth {
		return rcpool.Ref[moment]{}, false
	}
	return h.slots[tick%depth].Retain(), true
}

func (h *blindHistory) close() {
	for i := range h.slots {
		rcpool.Drop(&h.slots[i])
	}
}

func replayBlind() int {
	var h blindHistory
	for range 13 {
		h.record()
	}
	n := 0
	if ref, ok := h.at(12); ok {
		n = ref.Value().tick
		ref.Release()
	}
	h.close()
	return n
}

type blindWindow struct {
	ring []rcpool.Ref[moment]
	next int
}

// The ring is as long as it was made.
func (w *blindWindow) push(tick int) {
	ref := moments.Get()
	ref.Value().tick = tick
	w.ring[w.next&7] = ref // want "leak: "
	w.next++
}

func (w *blindWindow) later(i int) func() int {
	var n int
	read := w.ring[i&7].Hold(func(m *moment) { n = m.tick })
	return func() int { read(); return n }
}

func (w *blindWindow) close() {
	for _, ref := range w.ring {
		if ref.Valid() {
			ref.Release()
		}
	}
}

func slideBlind(ticks []int) int {
	w := &blindWindow{ring: make([]rcpool.Ref[moment], 8)}
	for _, tick := range ticks {
		w.push(tick)
	}
	n := w.later(0)()
	w.close()
	return n
}
