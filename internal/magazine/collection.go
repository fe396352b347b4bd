package magazine

import (
	"runtime"
	"sync"
	"weak"
)

// pending has the stocks that are to be set aside after the next garbage
// collection: the current stocks of all stores. It keeps none of them alive.
var pending struct {
	mu     sync.Mutex
	stocks []weak.Pointer[stock]
	armed  bool // afterCollection will run
}

// setAsideLater sets the stock aside after the next collection.
func setAsideLater(g *stock) {
	pending.mu.Lock()
	defer pending.mu.Unlock()
	pending.stocks = append(pending.stocks, weak.Make(g))
	if !pending.armed {
		pending.armed = true
		arm()
	}
}

// A sentinel is unreachable from the start, so the next collection that begins
// finds that out. It contains a pointer because the allocator packs small objects
// without pointers together, and then frees them together.
type sentinel struct{ _ *sentinel }

// arm makes the runtime call afterCollection after the next collection.
//
// It does so with a finalizer and not with runtime.AddCleanup: Go 1.25 to 1.27
// keep the cleanups of a P that GOMAXPROCS takes away until there are as many Ps
// again. One lost call would mean that no store is ever emptied.
func arm() { runtime.SetFinalizer(new(sentinel), afterCollection) }

// afterCollection sets the pending stocks aside. It runs on a goroutine of the
// runtime, together with the other finalizers of the program: one that blocks for
// ever makes all stores keep what they have.
func afterCollection(*sentinel) {
	pending.mu.Lock()
	stocks := pending.stocks
	pending.stocks = nil
	pending.mu.Unlock()

	for _, w := range stocks {
		if g := w.Value(); g != nil {
			g.depot.setAside(g)
		}
	}

	pending.mu.Lock()
	defer pending.mu.Unlock()
	pending.armed = len(pending.stocks) > 0
	if pending.armed {
		arm()
	}
}
