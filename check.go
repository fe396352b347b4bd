package rcpool

import (
	"reflect"
	"runtime"
	"strings"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/guard"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
	"github.com/rcpool/rcpool/internal/watch"
	"github.com/rcpool/rcpool/internal/word"
)

// beginChecked begins a checked lease of s, or of a slot in its place.
func (p *pool) beginChecked(s *slot, w word.Word) (*slot, word.Tag) {
	r := p.newRecord()
	s, w = p.fresh(s, w, r)
	r.before = p.shapeOf().Observe(s.object)
	r.begin(w.Lease())
	s.record.Store(r)
	s.store(w | word.Checked) // from here on every release takes the long way
	s.begin(w)
	openLease(s, r)
	p.charge(r.since)
	return s, w.Lease()
}

// endChecked ends the checked lease of w, whose last reference t was just
// released. It does what Release does to every lease, looks at the result, and
// has the object watched.
func (p *pool) endChecked(s *slot, w word.Word, t word.Tag) {
	r := s.record.Load()
	if r == nil {
		p.recycle(s, w, word.Retired)
		return
	}
	defer p.charge(time.Now())
	closeLease(s, r, t)
	before, tried := p.shapeOf().Observe(s.object), p.habits.Tried()
	keep, memory := p.resetChecked(s, w, r)
	switch {
	case !keep:
		p.ledger.Retired.Keep.Add(1)
	case w&word.Suspect != 0:
		p.ledger.Retired.Misuse.Add(1)
	default:
		p.ledger.Retired.Check.Add(1)
	}
	if keep {
		p.habits.Judge(p.shapeOf(), shape.Lease{
			Object: s.object, Begin: r.before, End: before, After: p.shapeOf().Observe(s.object),
			Zeroed: p.typed.reset == nil, Tried: tried, Try: p.tryReset,
		}, func(found []shape.Finding) { reporting.add(r.report(DirtyReset, found)) })
	}
	if r.guarded != nil {
		guard.Protect(r.guarded)
		return
	}
	object, weight := s.object, uintptr(0)
	if !p.rate.All() {
		weight = max(p.weigh(s), shape.SizeOf(memory))
	}
	s.letGo()
	watch.Retired(object, p.sourceOf(), p.shapeOf(), memory, weight, r)
}

// affordable reports whether a lease of s that is due may be checked: sampling
// has a budget.
func (p *pool) affordable(s *slot) bool {
	if p.rate.All() || sampling.Afford(p.weigh(s)) {
		return true
	}
	sampling.DrawAnew(s.counter)
	return false
}

// charge lets sampling wait for what it has done since then.
func (p *pool) charge(since time.Time) {
	if !p.rate.All() {
		sampling.Charge(time.Since(since))
	}
}

// weigh estimates how many bytes the object of s keeps alive.
func (p *pool) weigh(s *slot) uintptr { return p.shapeOf().Weigh(s.object, sampling.MaxWeight) }

// resetChecked resets the object of s, and returns the memory behind it. A panic
// is reported, and goes on.
func (p *pool) resetChecked(s *slot, w word.Word, r *record) (keep bool, memory []shape.Memory) {
	reset := false
	defer func() {
		s.end(w.Next())
		if reset {
			return
		}
		p.ledger.Retired.Panic.Add(1)
		if r.guarded != nil {
			guard.Protect(r.guarded)
		}
		report := r.report(ResetPanic, nil)
		report.MisusedAt = callers()
		reporting.add(report)
	}()
	keep = p.reset(s)
	switch {
	case p.freer != nil: // what it has is not overwritten
	case p.typed.memory != nil:
		memory = p.shapeOf().Given(s.object, p.typed.memory(s.object))
	case keep:
		memory = p.shapeOf().Behind(s.object)
	}
	reset = true
	return keep, memory
}

// tryReset resets a new object that nobody leases, as if a lease had done nothing
// with it, and calls see with it before and after. It reports whether New and
// Reset could do that. No misuse is reported meanwhile: see underTrial.
func (p *pool) tryReset(see func(object unsafe.Pointer)) (done bool) {
	defer func() {
		if !done {
			recover() // Reset works with what leases make of objects, and only with that
		}
	}()
	trials.Add(1)
	defer trials.Add(-1)
	object := p.newObject()
	see(object)
	p.typed.reset(object) // not nil: what is zeroed leaves nothing
	see(object)
	return true
}

// trials is how many calls of tryReset there are now. Mostly there are none, and
// a misuse need not look for one on its stack, which takes microseconds.
var trials race.Int64

// underTrial reports whether its caller was called by tryReset, through any
// number of calls.
func underTrial() bool {
	if trials.Load() == 0 {
		return false
	}
	var stack Stack
	n := 0
	for n == len(stack) { // there may be more
		stack = make(Stack, 2*n+64)
		n = runtime.Callers(1, stack)
	}
	for frame := range stack[:n].calls {
		if strings.HasSuffix(frame.Function, "rcpool.(*pool).tryReset") {
			return true
		}
	}
	return false
}

// detachChecked ends the checked lease of a slot whose object goes to the
// caller for good. An object that has guard pages stays there, because nothing
// would ever unmap them: the caller gets a copy.
func (p *pool) detachChecked(s *slot, t word.Tag) unsafe.Pointer {
	r := s.record.Load()
	if r == nil {
		return s.object
	}
	r.release(t)
	closeLease(s, r, t)
	if r.guarded == nil {
		return s.object
	}
	object := reflect.New(p.of)
	object.Elem().Set(reflect.NewAt(p.of, s.object).Elem())
	guard.Protect(r.guarded)
	return object.UnsafePointer()
}

// fresh returns, to be leased in place of s, a slot with an object that was never
// leased before; s itself if its own was not. In an object that was leased before,
// what a reset has forgotten is there already, and cannot be told from what it
// writes. If the pool has guard pages, the object has them, unless there are none
// left.
func (p *pool) fresh(s *slot, w word.Word, r *record) (*slot, word.Word) {
	if p.guards && guard.Guardable(p.of) {
		r.guarded, _ = guard.Map(p.of.Size(), uintptr(p.of.Align()), r) // an error: no more pages
	}
	if r.guarded == nil && w.Generation() == word.First.Generation() {
		return s, w
	}
	sampling.DrawAnew(s.counter) // it was drawn, and is not checked after all
	p.idle.put(s)
	object := r.guarded
	if object == nil {
		object = p.newObject()
	}
	s = p.newSlot(object)
	return s, s.load()
}

// FaultAt returns a report on the lease whose guarded object has the address
// addr, and whether there is one that is over. It is for programs that turn
// faults into panics with debug.SetPanicOnFault: the recovered runtime.Error has
// a method Addr() uintptr. See Pool.Guard.
func FaultAt(addr uintptr) (Report, bool) {
	note, ok := guard.At(addr)
	r, isRecord := note.(*record)
	if !ok || !isRecord {
		return Report{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	report := r.report(UseAfterRelease, nil)
	report.MisusedAt = callers()
	return report, r.over
}
