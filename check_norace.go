//go:build !race

package rcpool

import (
	"sync/atomic"
	"unsafe"
)

const (
	raceEnabled     = false
	defaultChecking = checkingByTag
)

// spoil fills the object, whose lease has ended, with a pattern. See
// check_race.go for what the race detector makes of it.
func spoil(_ unsafe.Pointer, _ uintptr, _ []byte, poison func()) { poison() }

// A sharedCount counts what every fresh slot of a pool counts. See
// check_race.go.
type sharedCount struct{ n atomic.Uint64 }

func (c *sharedCount) increment() uint64 { return c.n.Add(1) }

func (c *sharedCount) load() uint64 { return c.n.Load() }
