// truth: correct
package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Call struct {
	ID     uint64
	Route  string
	status atomic.Int32
}

func (c *Call) Reset() {
	c.ID, c.Route = 0, ""
	c.status.Store(0)
}

var calls = rcpool.Pool[Call]{Name: "call"}

// inflight is an index for the admin page. It does not own the references in it:
// the gateway's handlers do.
type inflight struct {
	mu   sync.RWMutex
	byID map[uint64]rcpool.Ref[Call]
}

func (x *inflight) add(ref *rcpool.Ref[Call]) {
	x.mu.Lock()
	x.byID[ref.Value().ID] = *ref
	x.mu.Unlock()
}

func (x *inflight) remove(id uint64) {
	x.mu.Lock()
	delete(x.byID, id)
	x.mu.Unlock()
}

// peek returns a reference of the caller's own if the call is still there.
func (x *inflight) peek(id uint64) (rcpool.Ref[Call], bool) {
	x.mu.RLock()
	ref := x.byID[id]
	x.mu.RUnlock()
	return ref.TryRetain()
}

func (x *inflight) ids() []uint64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Sorted(maps.Keys(x.byID))
}

type gateway struct {
	index inflight
	next  atomic.Uint64
}

func (g *gateway) handle(route string) int32 {
	call := calls.Get()
	defer call.Release()
	c := call.Value()
	c.ID, c.Route = g.next.Add(1), route
	id := c.ID
	g.index.add(&call)
	defer g.index.remove(id)
	time.Sleep(time.Duration(id%3) * time.Millisecond)
	c.status.Store(200)
	return c.status.Load()
}

// cancelAll is what the admin page does.
func (g *gateway) cancelAll() (n int) {
	for _, id := range g.index.ids() {
		ref, ok := g.index.peek(id)
		if !ok {
			continue
		}
		if ref.Value().status.CompareAndSwap(0, 499) {
			n++
		}
		ref.Release()
	}
	return n
}

func main() {
	g := &gateway{index: inflight{byID: map[uint64]rcpool.Ref[Call]{}}}
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() { g.handle(fmt.Sprint("/v1/", i)) })
	}
	for range 5 {
		g.cancelAll()
		time.Sleep(time.Millisecond)
	}
	wg.Wait()
	fmt.Println("left", len(g.index.ids()), calls.Stats().InUse)
}
