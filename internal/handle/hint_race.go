//go:build race

package handle

import "github.com/rcpool/rcpool/internal/race"

// A hint is atomic here, or the race detector would report its races.
type hint struct{ v race.Uint32 }

func (h *hint) get() int { return int(h.v.Load()) }

func (h *hint) set(i int) { h.v.Store(uint32(i)) }
