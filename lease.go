package rcpool

import (
	"slices"
	"sync"
	"time"
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
	for _, l := range registry.live() {
		l.records(all)
	}
	leaks.records(all)
	var open []Lease
	for r := range all {
		if l, ok := r.lease(); ok {
			open = append(open, l)
		}
	}
	slices.SortFunc(open, func(a, b Lease) int { return a.Since.Compare(b.Since) })
	return open
}

// lease is what r records, if it is not over.
func (r *record) lease() (Lease, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := Lease{Pool: r.pool, Since: r.since, Acquired: r.acquired, Leaked: r.leaked}
	for _, h := range r.held {
		l.Taken = append(l.Taken, h.taken)
	}
	return l, !r.over
}

func (l *ledger) records(into map[*record]bool) {
	l.eachLine(func(l *line) {
		if r := l.record.Load(); r != nil {
			into[r] = true
		}
	})
}

// leaks are the latest records of leases that leaked. The books do not list
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
		l.latest[0].leaveProfile()
		l.latest = slices.Delete(l.latest, 0, 1)
	}
	l.latest = append(l.latest, r)
}

func (l *leakList) records(into map[*record]bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.latest {
		into[r] = true
	}
}
