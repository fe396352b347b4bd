package watch

import (
	"runtime"
	"slices"
	"sync"

	"github.com/rcpool/rcpool/internal/race"
)

// Settling waits for what there is to find of the objects that were retired in a
// certain time, for tests. So these are counted in batches: a batch ends where
// a test begins or ends.
type batch struct {
	number    int
	undecided race.Int64 // objects of which it is not known yet whether somebody keeps them
}

var settling struct {
	batch race.Pointer[batch] // of the objects that are retired now
	calls race.Int64          // of Settle, that have not returned

	mu      sync.Mutex
	ended   []*batch
	wanting []*Source // a trial, since Settle was called
}

func init() { settling.batch.Store(new(batch)) }

// undecided is the number of objects of all batches of which it is not known yet
// whether somebody keeps them.
var undecided race.Int64

// A Mark is a point in time, for [Mark.Settle].
type Mark struct{ first int }

// Begin returns a mark of now.
func Begin() Mark { return Mark{endBatch() + 1} }

// endBatch ends the present batch, and returns its number.
func endBatch() int {
	settling.mu.Lock()
	defer settling.mu.Unlock()
	last := settling.batch.Load()
	settling.batch.Store(&batch{number: last.number + 1})
	settling.ended = slices.DeleteFunc(append(settling.ended, last), func(b *batch) bool { return b.undecided.Load() == 0 })
	return last.number
}

// settleRounds bounds the garbage collections of Settle: those for which an
// object is held, those that it must survive, and those of trials.
const settleRounds = 24

// Settle collects garbage until it is known of every object that was retired
// after the mark whether somebody keeps it, or until it is clear that this
// cannot be known. What there was to report is reported then.
func (m Mark) Settle() {
	settling.calls.Add(1)
	defer settling.calls.Add(-1)
	last := endBatch()
	for range settleRounds {
		if settled(m.first, last) {
			return
		}
		canaries := armed.Load()
		runtime.GC()
		for range 100_000 { // the runtime calls the cleanups soon: some ms at most
			if runtime.Gosched(); fired.Load() >= canaries {
				break
			}
		}
		tryWanting()
	}
}

// settled reports whether nothing is undecided in the batches from first to last.
func settled(first, last int) bool {
	settling.mu.Lock()
	defer settling.mu.Unlock()
	return !slices.ContainsFunc(settling.ended, func(b *batch) bool {
		return first <= b.number && b.number <= last && b.undecided.Load() > 0
	})
}

// hurry reports whether a call of Settle waits for what there is to find.
func hurry() bool { return settling.calls.Load() > 0 }

// wantTrial has Settle try the source, if it is at work.
func wantTrial(s *Source) {
	if !hurry() {
		return
	}
	settling.mu.Lock()
	defer settling.mu.Unlock()
	settling.wanting = append(settling.wanting, s)
}

func tryWanting() {
	settling.mu.Lock()
	sources := settling.wanting
	settling.wanting = nil
	settling.mu.Unlock()
	for _, s := range sources {
		if s.Wants() {
			s.Try()
		}
	}
}
