package ledger

import (
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// A Counter counts the leases of one slot. Generations count themselves: a
// lease of generation g is the slot's lease number g+1. Begin, StartReset and
// End are for the goroutine that owns the slot; Due is for any.
type Counter struct {
	begun plainWord // the word of the last lease that began
	ended plainWord // the first word after the last lease that ended, perhaps with resetting

	// Due is the least word with which a lease stops to ask whether it is to be
	// checked. See package sampling.
	Due race.Uint64

	before race.Uint64 // how many leases of the slot another counter has counted
	seen   race.Uint64 // the last lease when the counts were last looked through; see counters.relieve
	moves  race.Bool   // the slot is to get another counter

	_ [cacheLine - 44]byte
}

const cacheLine = 64

// resetting, in Counter.ended, means that the lease is over and that Reset or
// Keep is at work. They are the user's code and may panic. A deferred function
// would notice, for 3 ns a lease. Instead the counter has this flag while they
// run: if they panic, nothing more is done, so the slot is never put back, the
// flag stays forever, and the ledger counts the object as retired.
const resetting word.Word = 1

// Begin counts a lease that begins with w.
func (c *Counter) Begin(w word.Word) { c.begun.set(w) }

// StartReset counts a lease that has ended, with the word next for the lease to
// come, and notes that the object is being reset. If the reset panics, no End
// follows.
func (c *Counter) StartReset(next word.Word) { c.ended.set(next | resetting) }

// End counts a lease that has ended, with the word next for the lease to come.
func (c *Counter) End(next word.Word) { c.ended.set(next) }

// leases are the sums of counters.
type leases struct{ begun, fresh, ended, lost, panics uint64 }

// add adds what c has counted and reports whether c was resetting. A counter can
// change while it is read: ended is read first, so that no lease is seen to end
// before it began. Many leases may have ended between the two loads, if the reader was
// interrupted there; but a slot has one open lease at most.
func (l *leases) add(c *Counter) (resets bool) {
	ended, begun := c.ended.get(), c.begun.get()
	if begun == 0 {
		return false
	}
	before := c.before.Load()
	l.begun += min(begun.Generation()+1, max(before, ended.Generation())+1) - before
	if before == 0 {
		l.fresh++
	}
	if ended != 0 {
		l.ended += ended.Generation() - before
	}
	return ended&resetting != 0
}
