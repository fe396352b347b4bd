package ledger

import (
	"runtime"
	"sync"
	"weak"

	"github.com/rcpool/rcpool/internal/race"
)

// The registry knows every ledger of the process. It does not keep them alive.
var registry struct {
	mu      sync.Mutex
	ledgers map[weak.Pointer[Ledger]]struct{}
}

// New makes a ledger for the pool called name, and registers it. idle returns how
// many slots its store has, or -1 if that is not known; it must not keep the
// store alive. The users of the pool get the ledger in a way that the race
// detector does not see. That is why New is marked go:norace.
//
//go:norace
func New(name string, idle func() int) *Ledger {
	l := &Ledger{name: name, id: ids.Add(1), idle: idle}
	register(l)
	return l
}

var ids race.Uint64

func register(l *Ledger) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	if registry.ledgers == nil {
		registry.ledgers = map[weak.Pointer[Ledger]]struct{}{}
	}
	entry := weak.Make(l)
	registry.ledgers[entry] = struct{}{}
	runtime.AddCleanup(l, unregister, entry)
}

func unregister(entry weak.Pointer[Ledger]) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	delete(registry.ledgers, entry)
}

// Live returns the ledgers of all pools that were used and are still referred
// to, in no order.
func Live() []*Ledger {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	live := make([]*Ledger, 0, len(registry.ledgers))
	for entry := range registry.ledgers {
		if l := entry.Value(); l != nil {
			live = append(live, l)
		}
	}
	return live
}
