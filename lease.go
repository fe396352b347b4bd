package rcpool

import (
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/word"
)

// A Lease is a checked lease that is not over.
type Lease struct {
	Pool     string
	Since    time.Time
	Acquired Stack   // where the object was leased
	Taken    []Stack // where the references were taken that are held
	Leaked   bool    // nobody can give them up any more: the object was collected
}

// Leases are the checked leases that are not over, of all pools, the oldest
// first, those that have leaked included (the latest 1000). With
// SetChecking(1) these are all leases that began since. It takes time in
// proportion to the objects alive.
func Leases() []Lease {
	all := map[*record]bool{}
	for _, l := range ledger.Live() {
		l.Visit(func(c *ledger.Counter) {
			if note := c.Note.Load(); note != nil {
				all[(*note).(*record)] = true
			}
		})
	}
	for _, r := range leaks.list() {
		all[r] = true
	}
	var open []Lease
	for r := range all {
		if l, ok := leaseOf(r); ok {
			open = append(open, l)
		}
	}
	slices.SortFunc(open, func(a, b Lease) int { return a.Since.Compare(b.Since) })
	return open
}

// leaseOf returns what r has recorded, unless the lease is over.
func leaseOf(r *record) (Lease, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Lease{Pool: r.pool, Since: r.since, Acquired: r.acquired, Taken: r.stacks(), Leaked: r.leaked}, !r.over
}

// openLease lists the checked lease of s until closeLease. If s is collected
// before, the lease has leaked.
func openLease(s *slot, r *record) {
	var note any = r
	s.counter.Note.Store(&note)
	openLeases.add(r)
	runtime.AddCleanup(s, reportLeak, r)
}

// closeLease ends the lease, after the release of its last reference t.
func closeLease(s *slot, r *record, t word.Tag) {
	r.end(t)
	openLeases.remove(r)
	s.counter.Note.Store(nil)
}

// reportLeak is called when the garbage collector has taken the slot of r.
func reportLeak(r *record) {
	issued, leaked := r.lose()
	if !leaked {
		return
	}
	leaks.add(r) // guard pages stay: a *T does not keep the slot alive, and may still be in use
	reporting.add(Report{Kind: Leak, Pool: r.pool, Acquired: r.acquired, Retained: issued})
}

// leaks are the latest records of leases that leaked. Their ledgers do not list
// them for long: the pool may be gone, too.
var leaks leakList

type leakList struct {
	mu     sync.Mutex
	latest []*record
}

const maxLeaks = 1000

func (l *leakList) add(r *record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.latest) == maxLeaks {
		openLeases.remove(l.latest[0])
		l.latest = slices.Delete(l.latest, 0, 1)
	}
	l.latest = append(l.latest, r)
}

func (l *leakList) list() []*record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.latest)
}
