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
func arm() { runtime.AddCleanup(new(sentinel), afterCollection, struct{}{}) }

// afterCollection sets the pending stocks aside. It runs on a goroutine of the
// runtime, together with the other cleanups of the program: one that blocks for
// ever makes all stores keep what they have.
func afterCollection(struct{}) {
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
