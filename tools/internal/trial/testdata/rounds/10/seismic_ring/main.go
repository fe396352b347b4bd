// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Trace struct {
	Station string
	Sample  [32]int16
}

// Ring keeps the latest traces; an old one goes when a new one takes its slot.
type Ring struct {
	mu   sync.Mutex
	slot [4]rcpool.Ref[Trace]
	n    int
}

// Push takes t over.
func (r *Ring) Push(t rcpool.Ref[Trace]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.n % len(r.slot)
	rcpool.Drop(&r.slot[i])
	r.slot[i] = t
	r.n++
}

// Snapshot returns references to all traces. The caller owns them.
func (r *Ring) Snapshot() []rcpool.Ref[Trace] {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]rcpool.Ref[Trace], 0, len(r.slot))
	for _, t := range r.slot {
		if !t.IsZero() {
			out = append(out, t.Retain())
		}
	}
	return out
}

func (r *Ring) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.slot {
		rcpool.Drop(&r.slot[i])
	}
}

func peak(traces []rcpool.Ref[Trace]) (p int16) {
	for _, t := range traces {
		for _, s := range t.Value().Sample {
			p = max(p, s)
		}
	}
	return p
}

func releaseAll(traces []rcpool.Ref[Trace]) {
	for i := range traces {
		rcpool.Drop(&traces[i])
	}
}

func main() {
	var pool rcpool.Pool[Trace]
	ring := &Ring{}
	var peaks []int16
	for i := range 11 {
		t := pool.Get()
		t.Value().Station = "GR." + fmt.Sprint(i)
		t.Value().Sample[i] = int16(100 * (11 - i))
		ring.Push(t)
		snap := ring.Snapshot()
		peaks = append(peaks, peak(snap))
		releaseAll(snap)
	}
	old := ring.Snapshot()
	ring.Clear()
	fmt.Println(peaks, peak(old))
	releaseAll(old)
	fmt.Println(pool.Stats().InUse)
}
