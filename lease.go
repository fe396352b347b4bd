package rcpool

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/word"
)

// A Lease is a checked lease that is open, or that has leaked.
type Lease struct {
	Pool       string // the name of the pool
	Number     uint64 // checked leases are numbered in the order they begin
	Since      time.Time
	GotAt      Stack   // where the lease began with Get
	RetainedAt []Stack // where its live references were made
	Leaked     bool    // the object was collected: nobody can release it any more
}

// Leases returns the checked leases of all pools that are open or have leaked,
// the oldest first. Of leaked ones it returns the latest 1,000. After
// SetChecking(1) it returns every lease that began since.
func Leases() []Lease { return leasesOf(ledger.Live(), leaks.list()) }

// Leases returns what the function [Leases] returns of p.
func (p *Pool[T]) Leases() []Lease { return p.core.leases() }

func (p *pool) leases() []Lease {
	if !p.settled.Load() {
		return nil
	}
	leaked := slices.DeleteFunc(leaks.list(), func(r *record) bool { return r.ledger != p.ledger.ID() })
	return leasesOf([]*ledger.Ledger{p.ledger}, leaked)
}

func leasesOf(ledgers []*ledger.Ledger, leaked []*record) []Lease {
	all := map[*record]bool{}
	for _, l := range ledgers {
		l.Open.Each(func(r any) { all[r.(*record)] = true })
	}
	for _, r := range leaked {
		all[r] = true
	}
	var open []Lease
	for r := range all {
		if l, ok := leaseOf(r); ok {
			open = append(open, l)
		}
	}
	slices.SortFunc(open, func(a, b Lease) int { return cmp.Compare(a.Number, b.Number) })
	return open
}

// leaseOf returns what r has recorded, unless the lease is over.
func leaseOf(r *record) (Lease, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Lease{Pool: r.pool, Number: r.number, Since: r.since, GotAt: r.acquired, RetainedAt: r.stacks(), Leaked: r.leaked}, r.leaked || r.open()
}

// openLease lists the checked lease of s until closeLease. If s is collected
// before, the lease has leaked.
func openLease(s *slot, r *record) {
	open := &s.pool.ledger.Open
	open.Add(&r.listed)
	openLeases.add(r)
	runtime.AddCleanup(s, func(r *record) { reportLeak(open, r) }, r)
}

// closeLease ends the lease, after the release of its last reference t.
func closeLease(s *slot, r *record, t word.Tag) {
	r.end(t)
	openLeases.remove(r)
	s.pool.ledger.Open.Remove(&r.listed)
}

// reportLeak is called when the garbage collector has taken the slot of r.
func reportLeak(open *ledger.Notes, r *record) {
	open.Remove(&r.listed)
	issued, leaked := r.lose()
	if !leaked {
		openLeases.remove(r)
		return
	}
	leaks.add(r) // guard pages stay: a *T does not keep the slot alive, and may still be in use
	report := r.report(Leak, nil)
	report.RetainedAt = issued
	reporting.add(report)
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
