package ledger

import (
	"time"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// A lease that leaked is counted when its chunk is closed. One slot of the chunk
// that is leased again and again would put that off forever. Such slots move to
// another chunk.

// relieveEvery bounds how often slots move, however often the counts are read.
const relieveEvery = 100 * time.Millisecond

// relieve looks for leases that may have leaked, and makes the slots move that
// keep them from being counted.
func (l *Ledger) relieve(open []*counters) {
	l.mu.Lock()
	due := time.Since(l.relieved) >= relieveEvery
	if due {
		l.relieved = time.Now()
	}
	l.mu.Unlock()
	if !due {
		return
	}
	for _, cs := range open {
		cs.relieve()
	}
}

// relieve makes the slots move that were leased since it was last called, if
// another slot has a lease that has been open since then.
func (cs *counters) relieve() {
	var busy []*Counter
	stuck := false
	used := cs.used()
	for i := range used {
		c := &used[i]
		begun := c.begun.get()
		switch open := c.ended.get().Generation() != begun.Generation()+1; {
		case begun == 0: // never leased
		case c.seen.Load() != uint64(begun):
			c.seen.Store(uint64(begun))
			busy = append(busy, c)
		case open:
			stuck = true
		}
	}
	if !stuck {
		return
	}
	for _, c := range busy {
		c.moves.Store(true)
		c.Due.Store(0) // so that the next lease stops to move
	}
}

// Moves reports whether the slot of c is to move. It is for the goroutine that
// owns the slot, between leases.
func (c *Counter) Moves() bool { return c.moves.Load() }

// Move gives a slot of a chunk a counter in another one. w is the word of the
// lease that begins. (Those who read the counts see what the counter has counted
// only after they can see how much of it another one has: the slot has yet to
// draw when it will be checked, by atomic loads and stores, before it counts.)
func (l *Ledger) Move(current *race.Pointer[Chunk], from *Chunk, w word.Word) (*Chunk, *Counter) {
	if current.Load() == from {
		race.Apart(func() { l.extend(current, from) })
	}
	chunk, c := l.Enter(current)
	c.before.Store(w.Generation())
	return chunk, c
}
