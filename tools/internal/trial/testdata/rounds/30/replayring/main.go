// truth: double-release line 53,72 hard

// Command replayring keeps the latest events of a live feed in a ring. New
// subscribers get a replay, and a recorder drains the ring to disk.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type event struct {
	seq  int
	text []byte
}

func (e *event) Reset() { e.seq, e.text = 0, e.text[:0] }

var eventPool = rcpool.Pool[event]{Name: "feed.events"}

type ring struct {
	mu    sync.Mutex
	slots []rcpool.Ref[event]
	head  int // the oldest
	size  int
}

func newRing(n int) *ring { return &ring{slots: make([]rcpool.Ref[event], n)} }

// push takes ref over. The oldest event makes room if the ring is full.
func (r *ring) push(ref rcpool.Ref[event]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size == len(r.slots) {
		rcpool.Drop(&r.slots[r.head])
		r.head = (r.head + 1) % len(r.slots)
		r.size--
	}
	r.slots[(r.head+r.size)%len(r.slots)] = ref
	r.size++
}

// pop hands the oldest event over.
func (r *ring) pop() (rcpool.Ref[event], bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size == 0 {
		return rcpool.Ref[event]{}, false
	}
	ref := r.slots[r.head]
	r.head = (r.head + 1) % len(r.slots)
	r.size--
	return ref, true
}

// replay visits the events in order.
func (r *ring) replay(visit func(*event)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.size {
		visit(r.slots[(r.head+i)%len(r.slots)].Value())
	}
}

func (r *ring) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
	r.head, r.size = 0, 0
}

type recorder struct{ out strings.Builder }

// drain records at most n events.
func (rec *recorder) drain(r *ring, n int) (written int) {
	for ; written < n; written++ {
		ref, ok := r.pop()
		if !ok {
			break
		}
		fmt.Fprintf(&rec.out, "%d:%s ", ref.Value().seq, ref.Value().text)
		ref.Release()
	}
	return written
}

func main() {
	r := newRing(4)
	for seq := range 7 {
		ref := eventPool.Get()
		ref.Value().seq = seq
		ref.Value().text = fmt.Appendf(ref.Value().text, "e%d", seq*seq)
		r.push(ref)
	}
	replayed := 0
	r.replay(func(*event) { replayed++ })
	var rec recorder
	fmt.Println(replayed, rec.drain(r, 2), rec.out.String())
	r.close()
}
