package rcpool

import (
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// SetChecking says how many leases are checked: none for 0, all for 1, one in
// n for n. It takes effect with the next lease, in all pools. The default is
// 1024; it is 1 under the race detector and with the build tag rcpool_check;
// and the environment variable RCPOOL_CHECK, if set, comes before either.
//
// Every lease, checked or not, notices the use of a stale reference. A checked
// lease also remembers where it was acquired, where each reference was taken
// and given up, and where it ended, so that a misuse is reported with all of
// them; it notices when it leaks, when state survives the reset, when the
// reset panics, and when somebody writes to the object after the end. For that
// the object is never leased again: when its lease has ended it is reset,
// filled with a pattern, and watched until the garbage collector takes it.
// See OnReport.
//
// A checked lease costs a few microseconds, more for objects of many kilobytes
// (docs/misuse.md has the figures); one that is not checked costs nothing more
// than if checking is off. Of a program that leases very often fewer than one
// lease in n are checked, if n is not 1: at most 1,000 a second, so that
// checking objects of ordinary size costs no more than some 3 % of one
// processor.
//
// Objects that the pool makes itself, with new(T), get a finalizer when a
// checked lease has ended: do not set one on them.
func SetChecking(oneIn int) {
	checking.mu.Lock()
	defer checking.mu.Unlock()
	checking.oneIn = max(oneIn, 0)
	checking.apply()
}

// Checking is what SetChecking was called with last, or the default.
func Checking() int {
	checking.mu.Lock()
	defer checking.mu.Unlock()
	return checking.oneIn
}

// checking is what the program asked for.
var checking settings

type settings struct {
	mu    sync.Mutex
	oneIn int
}

// apply makes every slot draw anew, at its next lease.
func (c *settings) apply() {
	odds.Store(int64(c.oneIn))
	for _, l := range registry.live() {
		l.eachLine(func(l *line) { l.due.Store(drawAnew) })
	}
}

// odds are the leases of which one is checked; 0 for none.
var odds atomic.Int64

const checkVariable = "RCPOOL_CHECK"

func init() {
	SetChecking(defaultChecking)
	if value := os.Getenv(checkVariable); value != "" {
		oneIn, err := strconv.Atoi(value)
		if err != nil || oneIn < 0 {
			slog.Warn("rcpool: "+checkVariable+" is not a number of leases: use 0 for off, 1 for every lease, n for one in n",
				"value", value, "instead", defaultChecking)
			return
		}
		SetChecking(oneIn)
	}
}

// What line.due says, in place of a word. Both are settled by one comparison
// with the word that Get has loaded anyway, so that a lease pays nothing for
// being one that might have been checked.
const (
	drawAnew = 0
	notDue   = uint64(suspectFlag) // a suspect slot is always due
)

// isDue says whether the lease of the slot that begins with w is to be checked.
// If the slot has yet to draw, it does: the number of leases until the one to
// be checked, from the geometric distribution, so that each lease is checked
// with the same probability, however many a slot lives to see.
func (l *line) isDue(w word) bool {
	oneIn := odds.Load()
	if l.due.Load() == drawAnew {
		l.draw(w, oneIn)
	}
	if uint64(w) < l.due.Load() {
		return false
	}
	if oneIn > 1 && !budget.take() {
		l.draw(w+generationOne, oneIn)
		return false
	}
	return oneIn > 0
}

func (l *line) draw(w word, oneIn int64) {
	gap := 0.0
	switch {
	case oneIn == 0:
		gap = math.Inf(1)
	case oneIn > 1:
		gap = math.Floor(math.Log1p(-rand.Float64()) / math.Log1p(-1/float64(oneIn)))
	}
	due := notDue
	if generation := float64(w>>generationShift) + gap; generation < float64(lastGeneration>>generationShift) {
		due = max(uint64(generation)<<generationShift, drawAnew+1)
	}
	l.due.Store(due)
	if odds.Load() != oneIn { // SetChecking came between, and has passed this line
		l.due.Store(drawAnew)
	}
}

// budget bounds what sampling costs, whatever the number of leases: with one
// checked lease in a millisecond, to 3 % of one processor. (One among many that
// are checked takes some 5 µs; one among many that are not takes 25, since
// everything that it needs is out of the caches.)
// It does not bound the checking of every lease.
var budget = ration{every: time.Millisecond}

type ration struct {
	every time.Duration
	next  atomic.Int64 // when there will be one more, since started, in ns
}

var started = time.Now()

func (r *ration) take() bool {
	now, next := int64(time.Since(started)), r.next.Load()
	return now >= next && r.next.CompareAndSwap(next, now+int64(r.every))
}

// getChecked begins a checked lease of s.
func (p *Pool[T]) getChecked(s *slot, w word) Ref[T] {
	r := &record{pool: p.books.name, since: time.Now(), acquired: callers()}
	if p.Guard {
		s, w = p.guard(s, w, r)
	}
	r.generation = w & generationMask
	r.before = p.shape().observe(s.object)
	s.record.Store(r)
	s.state.Store(uint64(w | checkedFlag)) // from here on every release takes the long way
	s.line.begun.set(w)
	r.open(s)
	return Ref[T]{s, w.lease()}
}

// endChecked ends the checked lease that w was in, whose last reference was
// just released: it does what Release does to every lease, looks at the result,
// and buries the object.
func (p *Pool[T]) endChecked(s *slot, w word, t tag) {
	r := s.record.Load()
	if r == nil {
		p.endShelved(s, w)
		return
	}
	r.close(t)
	s.line.record.Store(nil)
	retired := &p.books.retired
	reset := false
	defer func() {
		s.line.ended.set(w.over())
		if reset {
			return
		}
		retired.panics.Add(1)
		if r.guard != nil {
			protectGuarded(r.guard)
		}
		reports.file(Report{Kind: ResetPanic, Pool: r.pool, Acquired: r.acquired, Released: r.ended, Misused: callers()})
	}()
	object := objectOf[T](s)
	keep := p.resets(s)
	var memory []byte
	if p.Memory != nil {
		memory = p.Memory(object)
	}
	reset = true

	switch {
	case !keep:
		retired.keep.Add(1)
	case w&suspectFlag != 0:
		retired.misuse.Add(1)
	default:
		retired.check.Add(1)
	}
	if keep {
		if fields := p.shape().survived(r.before, p.shape().observe(s.object)); len(fields) > 0 {
			reports.file(Report{Kind: DirtyReset, Pool: r.pool, Acquired: r.acquired, Released: r.ended, Fields: fields})
		}
	}
	p.bury(object, memory, r)
}

// detachChecked ends the checked lease of a slot whose object goes to the
// caller for good. An object on pages of its own stays there, for nobody would
// ever unmap them: the caller gets a copy.
func detachChecked[T any](s *slot, t tag) *T {
	r := s.record.Load()
	if r == nil {
		return objectOf[T](s)
	}
	r.give(t)
	r.close(t)
	s.line.record.Store(nil)
	if r.guard == nil {
		return objectOf[T](s)
	}
	object := new(T)
	*object = *objectOf[T](s)
	protectGuarded(r.guard)
	return object
}

// guard leases, in place of s, a slot whose object is on pages of its own, if
// there can be such an object.
func (p *Pool[T]) guard(s *slot, w word, r *record) (*slot, word) {
	t := reflect.TypeFor[T]()
	if !guardable(t) {
		return s, w
	}
	object, err := mapGuarded(t.Size(), uintptr(t.Align()), r)
	if err != nil { // no more pages: an ordinary object will do
		return s, w
	}
	r.guard = object
	s.line.due.Store(drawAnew) // it was drawn, and is not checked after all
	p.inner.Put(s)
	s = p.slotFor((*T)(object))
	return s, s.load()
}

// FaultAt tells of the lease whose guarded object has the address addr: for a
// program that turns faults into panics with debug.SetPanicOnFault, and finds
// in the recovered runtime.Error a method Addr() uintptr. See Pool.Guard.
func FaultAt(addr uintptr) (Report, bool) {
	note, ok := guardedAt(addr)
	r, isRecord := note.(*record)
	if !ok || !isRecord {
		return Report{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return Report{Kind: UseAfterRelease, Pool: r.pool, Acquired: r.acquired, Released: r.ended, Misused: callers()}, r.over
}
