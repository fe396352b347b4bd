package sampling

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/word"
)

// never is the value of Counter.Due with which only a suspect slot stops. The
// comparison with the word that a lease has loaded anyway tells such slots, those
// that have not drawn and those that are due from all others, so that a lease
// pays nothing for being one that might have been checked.
const never = uint64(word.Suspect)

// Due reports whether the lease that begins with w, of the slot of c, is to be
// checked, at the rate r of its pool. If the slot has yet to draw, it does: the number of leases until the
// one to be checked, from the geometric distribution, so that each lease is
// checked with the same probability, however many leases the slot lives to see.
func Due(r *Rate, c *ledger.Counter, w word.Word) bool {
	oneIn := r.oneIn()
	if c.Due.Load() == undrawn {
		draw(r, c, w, oneIn)
	}
	if uint64(w) < c.Due.Load() {
		return false
	}
	if oneIn > 1 && !affordable() {
		draw(r, c, w.Next(), oneIn)
		return false
	}
	return oneIn > 0
}

// draw chooses the lease of the slot that is to be checked, from w on.
func draw(r *Rate, c *ledger.Counter, w word.Word, oneIn int64) {
	gap := 0.0
	switch {
	case oneIn == 0:
		gap = math.Inf(1)
	case oneIn > 1:
		gap = math.Floor(rand.ExpFloat64() * r.scale(oneIn))
	}
	due := never
	if generation := float64(w.Generation()) + gap; generation < float64(word.LastGeneration) {
		due = max(uint64(word.FirstOf(uint64(generation))), undrawn+1)
	}
	c.Due.Store(due)
	if r.oneIn() != oneIn { // Change or Set came between, and has passed this counter
		DrawAnew(c)
	}
}

// scaleOf returns the factor that makes a number with the exponential
// distribution one with the geometric distribution, when it is rounded down: the
// number of leases before the one that is checked.
func scaleOf(oneIn int64) float64 { return -1 / math.Log1p(-1/float64(oneIn)) }

// affordable reports whether Settings.Every is over and the last checked leases are
// paid off, and starts Settings.Every again.
func affordable() bool {
	now, next := int64(time.Since(started)), process.next.Load()
	return now >= next && now >= process.paid.Load() && process.next.CompareAndSwap(next, now+process.every.Load())
}

const (
	// timeShare bounds the time of checked leases on slow machines, and with a slow
	// New or Reset: one part in so many.
	timeShare = 50

	// maxCharge is the most that counts at once. What takes longer was interrupted,
	// in all likelihood.
	maxCharge = time.Millisecond
)

// Charge notes that the begin or the end of a checked lease took d, so that the next
// one waits until that is paid off. Nothing waits if Settings.Every is 0.
func Charge(d time.Duration) {
	if process.every.Load() == 0 {
		return
	}
	now, paid := int64(time.Since(started)), process.paid.Load()
	process.paid.CompareAndSwap(paid, max(now, paid)+timeShare*int64(min(d, maxCharge))) // of two at the same time, one is free
}
