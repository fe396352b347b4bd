package rcpool

import (
	"fmt"
	"slices"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
	"github.com/rcpool/rcpool/internal/watch"
	"github.com/rcpool/rcpool/internal/word"
)

// A record is what a checked lease remembers beside its slot. The slot points
// to the record, never the other way: the record outlives the slot, to report a
// leak.
//
// The goroutines that use the references of the lease must not be ordered by the
// record, or the race detector would miss their races. So it does not see the
// lock; the functions that write to what the lock protects are marked go:norace
// and use no copy and no append of slices, of which the runtime tells the
// detector even so.
type record struct {
	pool     string
	ledger   uint64 // the ID of the pool's ledger
	number   uint64 // of the lease: see package sampling
	since    time.Time
	acquired Stack
	before   shape.Traces   // of the object, when the lease began
	guarded  unsafe.Pointer // the object, if it has guard pages
	listed   ledger.Note    // in the ledger, while the lease is open

	mu       race.Mutex
	live     []refRecord // by place; where no reference is, the tag is 0
	released []refRecord // the latest last
	over     bool
	ended    Stack
	leaked   bool
}

// A refRecord is a reference of the lease, with the stacks where it was issued
// and where it was released.
type refRecord struct {
	tag                word.Tag
	issued, releasedAt Stack
}

// maxReleased bounds what a long lease remembers of the references that came and
// went.
const maxReleased = 64

// newRecord returns the record of a lease that begins. [Leases] may read it
// before the lease ends.
//
//go:norace
func (p *pool) newRecord() *record {
	return &record{pool: p.ledger.Name(), ledger: p.ledger.ID(), number: sampling.Number(), since: time.Now(), acquired: callers()}
}

// begin records the lease's first reference.
//
//go:norace
func (r *record) begin(t word.Tag) {
	r.listed.Value = r
	*r.place(t) = refRecord{tag: t, issued: r.acquired}
}

// place returns where t belongs in r.live. No two live references have the same
// place.
//
//go:norace
func (r *record) place(t word.Tag) *refRecord {
	i := t.Place()
	for i >= len(r.live) {
		r.live = append(r.live, refRecord{})
	}
	return &r.live[i]
}

// end records that the lease is over, after the release of its last reference t.
//
//go:norace
func (r *record) end(t word.Tag) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	if i := r.findReleased(t); i >= 0 {
		r.ended = r.released[i].releasedAt
	}
}

// lose records that the garbage collector has taken the slot, and reports
// whether the lease has leaked, with the stacks where its live references were
// issued.
//
//go:norace
func (r *record) lose() (issued []Stack, leaked bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leaked = r.open()
	return r.stacks(), r.leaked
}

// open reports whether somebody has yet to release a reference. A lease can be
// endless, see SetPanicOnMisuse.
func (r *record) open() bool {
	return !r.over && slices.ContainsFunc(r.live, func(ref refRecord) bool { return ref.tag != 0 })
}

// stacks returns where the live references were issued.
//
//go:norace
func (r *record) stacks() (issued []Stack) {
	for _, ref := range r.live {
		if ref.tag != 0 {
			issued = append(issued, ref.issued)
		}
	}
	return issued
}

// retain records a new reference. If it is uncounted it is like the others, and
// not recorded.
//
//go:norace
func (r *record) retain(t word.Tag) {
	if r == nil || t == word.Uncounted {
		return
	}
	at := callers()
	r.mu.Lock()
	defer r.mu.Unlock()
	place := r.place(t)
	if place.tag != 0 { // it is released, and about to be recorded as such
		r.remember(*place)
	}
	*place = refRecord{tag: t, issued: at}
}

// release records that t was released.
//
//go:norace
func (r *record) release(t word.Tag) {
	if r == nil || t == word.Uncounted {
		return
	}
	at := callers()
	r.mu.Lock()
	defer r.mu.Unlock()
	if place := r.place(t); place.tag == t {
		r.remember(*place)
		*place = refRecord{}
	}
	if i := r.findReleased(t); i >= 0 {
		r.released[i].releasedAt = at
	}
}

// remember adds a reference to those that were released.
//
//go:norace
func (r *record) remember(ref refRecord) {
	if len(r.released) == maxReleased {
		for i := range maxReleased - 1 {
			r.released[i] = r.released[i+1]
		}
		r.released = r.released[:maxReleased-1]
	}
	r.released = append(r.released, ref)
}

func (r *record) findReleased(t word.Tag) int {
	for i := len(r.released) - 1; i >= 0; i-- { // mostly the latest is looked for
		if r.released[i].tag == t {
			return i
		}
	}
	return -1
}

// explain adds to m what the record knows of the misused reference t.
func (r *record) explain(m *Misuse, t word.Tag) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.lease, m.GotAt = r.number, r.acquired
	if i := r.findReleased(t); i >= 0 {
		m.RetainedAt, m.ReleasedAt = r.released[i].issued, r.released[i].releasedAt
	} else if i := t.Place(); i < len(r.live) && r.live[i].tag == t {
		m.RetainedAt = r.live[i].issued
	}
	if m.ReleasedAt == nil {
		m.ReleasedAt = r.ended
	}
}

// A record is what package watch knows of a lease that is over.
var _ watch.Lease = (*record)(nil)

// LateWrite reports that somebody wrote to the object after the lease.
func (r *record) LateWrite(found []shape.Finding) {
	reporting.add(r.report(LateWrite, found))
}

// KeptPointer reports that somebody still holds the *T.
func (r *record) KeptPointer(suspects []watch.Suspect) {
	report := r.report(KeptPointer, nil)
	report.RetainedAt = r.retained()
	for _, s := range suspects {
		report.Suspects = append(report.Suspects, Suspect(s))
	}
	reporting.add(report)
}

// report returns a report on what was found in the object when the lease was
// over.
func (r *record) report(kind Kind, found []shape.Finding) Report {
	return Report{Kind: kind, Pool: r.pool, ledger: r.ledger, Lease: r.number, GotAt: r.acquired, ReleasedAt: r.ended, Fields: fieldsOf(found)}
}

// retained returns where references were made with Retain, each place once.
func (r *record) retained() (at []Stack) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := map[string]bool{r.acquired.Site(): true}
	for _, ref := range r.released {
		if site := ref.issued.Site(); !seen[site] {
			seen[site] = true
			at = append(at, ref.issued)
		}
	}
	return at
}

// Functions returns the functions of the program on the stacks of the lease.
func (r *record) Functions() (functions []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := map[string]bool{}
	add := func(at Stack) {
		for frame := range at.Frames {
			if f := frame.Function; !seen[f] && !standard(f) {
				seen[f] = true
				functions = append(functions, f)
			}
		}
	}
	add(r.acquired)
	add(r.ended)
	for _, ref := range r.released {
		add(ref.issued)
		add(ref.releasedAt)
	}
	return functions
}

// Places identifies the call sites of the lease.
func (r *record) Places() string {
	return fmt.Sprint(r.ledger, "\x00", r.acquired.Site(), "\x00", r.ended.Site())
}
