package sampling

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/word"
)

// Two values of Counter.Due that are no bound of a generation. One comparison
// with the word that a lease has loaded anyway tells them and all others apart
// from a lease that need not stop, so that a lease pays nothing for being one
// that might have been checked.
const (
	undrawn = 0                    // every lease stops, and draws
	never   = uint64(word.Suspect) // only a suspect slot stops
)

// DrawAnew makes the slot of c draw again, with its next lease.
func DrawAnew(c *ledger.Counter) { c.Due.Store(undrawn) }

// Due reports whether the lease that begins with w, of the slot of c, is to be
// checked. If the slot has yet to draw, it does: the number of leases until the
// one to be checked, from the geometric distribution, so that each lease is
// checked with the same probability, however many leases the slot lives to see.
func Due(c *ledger.Counter, w word.Word) bool {
	oneIn := process.oneIn.Load()
	if c.Due.Load() == undrawn {
		draw(c, w, oneIn)
	}
	if uint64(w) < c.Due.Load() {
		return false
	}
	if oneIn > 1 && !affordable() {
		draw(c, w.Next(), oneIn)
		return false
	}
	return oneIn > 0
}

// draw chooses the lease of the slot that is to be checked, from w on.
func draw(c *ledger.Counter, w word.Word, oneIn int64) {
	gap := 0.0
	switch {
	case oneIn == 0:
		gap = math.Inf(1)
	case oneIn > 1:
		gap = math.Floor(math.Log1p(-rand.Float64()) / math.Log1p(-1/float64(oneIn)))
	}
	due := never
	if generation := float64(w.Generation()) + gap; generation < float64(word.LastGeneration) {
		due = max(uint64(word.FirstOf(uint64(generation))), undrawn+1)
	}
	c.Due.Store(due)
	if process.oneIn.Load() != oneIn { // Change came between, and has passed this counter
		DrawAnew(c)
	}
}

// affordable reports whether Settings.Every is over, and starts it again.
func affordable() bool {
	now, next := int64(time.Since(started)), process.next.Load()
	return now >= next && process.next.CompareAndSwap(next, now+process.every.Load())
}
