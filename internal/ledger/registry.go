package ledger

import (
	"maps"
	"runtime"
	"sync"
	"weak"

	"github.com/rcpool/rcpool/internal/race"
)

// The registry knows every ledger of the process, and the sums of those that are
// gone. It does not keep ledgers alive.
var registry struct {
	mu      sync.Mutex
	ledgers map[weak.Pointer[Ledger]]*past
	gone    map[string]Tally // by name
}

// The sums of ledgers that are gone are kept for MaxNames names. Those of further
// names are under the name Others.
const (
	MaxNames = 1000
	Others   = "(others)"
)

// New makes a ledger for the pool called name, and registers it. idle returns how
// many slots its store has, or -1 if that is not known; it must not keep the
// store alive. The users of the pool get the ledger in a way that the race
// detector does not see. That is why New is marked go:norace.
//
//go:norace
func New(name string, idle func() int) *Ledger {
	l := &Ledger{past: &past{name: name}, name: name, id: ids.Add(1), idle: idle}
	register(l)
	return l
}

var ids race.Uint64

func register(l *Ledger) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	if registry.ledgers == nil {
		registry.ledgers = map[weak.Pointer[Ledger]]*past{}
		registry.gone = map[string]Tally{}
	}
	entry := weak.Make(l)
	registry.ledgers[entry] = l.past
	runtime.AddCleanup(l, unregister, entry)
}

func unregister(entry weak.Pointer[Ledger]) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	fold(entry)
}

// fold adds a ledger that is gone to the sums, once. The caller holds the lock.
func fold(entry weak.Pointer[Ledger]) {
	p, known := registry.ledgers[entry]
	if !known {
		return
	}
	delete(registry.ledgers, entry)
	name := p.name
	sum, known := registry.gone[name]
	if !known && len(registry.gone) >= MaxNames {
		name = Others
		sum = registry.gone[name]
	}
	sum.Add(p.final())
	registry.gone[name] = sum
}

// Live returns the ledgers of all pools that were used and are still referred
// to, in no order.
func Live() []*Ledger {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	return live()
}

// All returns the same as Live, and the sums of all other ledgers by name. Every
// ledger is in exactly one of the two. The map is the caller's.
func All() ([]*Ledger, map[string]Tally) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	pools := live() // adds to the sums
	return pools, maps.Clone(registry.gone)
}

func live() []*Ledger {
	live := make([]*Ledger, 0, len(registry.ledgers))
	for entry := range registry.ledgers {
		if l := entry.Value(); l != nil {
			live = append(live, l)
		} else {
			fold(entry) // its cleanup is still to come
		}
	}
	return live
}
