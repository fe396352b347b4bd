// Package watch finds who uses or keeps an object after its lease has ended.
//
// The object is retired, and filled with a pattern, which a reader stumbles
// over. Nobody has a right to it any more, so two things can be seen:
//
//   - The pattern has changed: a late write. It is verified whenever a garbage
//     collection has found the object reachable, and, where a finalizer can be
//     set, when the last pointer to it is gone. So there is no limit to how late
//     a write is caught.
//   - The object is still reachable after a garbage collection that began after
//     the release: somebody kept the *T. See look.go and judge.go.
//
// Watching keeps nothing alive for longer than a garbage collection takes: the
// watched object is behind a weak pointer, and there is no list of them.
package watch

import (
	"reflect"
	"runtime"
	"sync"
	"unsafe"
	"weak"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
)

// A Lease is what watch asks about a lease that is over, and whom it tells what
// it finds. Its methods are called on goroutines of the runtime. It must not
// refer to the object.
type Lease interface {
	// LateWrite reports what was written after the lease.
	LateWrite([]shape.Finding)
	// KeptPointer reports that somebody still holds the *T.
	KeptPointer([]Suspect)
	// Functions returns the names of the functions on the stacks of the lease,
	// as far as they are the user's.
	Functions() []string
	// Places identifies the call sites of the lease.
	Places() string
}

// A watched is an object whose lease has ended, and what is known of it.
type watched struct {
	source *Source
	lease  Lease
	shape  *shape.Shape
	weight uintptr // that counts as outstanding
	batch  *batch

	address uintptr // of the object

	object weak.Pointer[byte] // zero if it cannot be found out whether it is reachable
	held   unsafe.Pointer     // the object, until the next garbage collection has ended; mostly nil

	armed int64 // the number of the sighting before the lease was over, or before the last look
	looks int   // that found it reachable
	clean int   // of these, with no goroutine in doubt

	cleanings int          // of stopped timers, after a look
	working   []uint64     // the goroutines that were at work at the last look, with their functions
	children  map[int]bool // the goroutines that functions of the lease have started and that were there at every look
	probe     *probe       // nil if the lease is not probed

	mu     sync.Mutex // a finalizer may run while a look goes on
	state  watchedState
	memory []shape.Memory // behind the object, its own
	told   bool           // of a late write
}

type watchedState uint8

const (
	pending watchedState = iota
	kept                 // and reported
	ended                // nothing more is to be found out
)

// Retired watches an object whose lease has ended, and the memory behind it,
// which the object alone owns. s is the shape of the objects of source, and
// weight the number of bytes that the object keeps alive. The caller owns the
// object and gives it up: when Retired has returned, nothing of the caller's may
// refer to it.
func Retired(object unsafe.Pointer, source *Source, s *shape.Shape, memory []shape.Memory, weight uintptr, lease Lease) {
	w := &watched{source: source, lease: lease, shape: s, weight: weight, address: uintptr(object), batch: settling.batch.Load()}
	for left := uintptr(maxMemory); len(memory) > 0; memory = memory[1:] {
		m := memory[0].Head(left)
		w.memory, left = append(w.memory, m), left-m.Size()
	}
	if source.finalizes {
		typed := reflect.NewAt(source.typ, object).Interface()
		runtime.SetFinalizer(typed, nil) // the user's would be called with the pattern, and a second one is an error
		runtime.SetFinalizer(typed, func(typed any) {
			w.verify(reflect.ValueOf(typed).UnsafePointer())
			w.letMemoryGo()
			w.decide(ended)
		})
	} else if source.holds(w) {
		w.held = object
	}
	if !source.tiny && (source.fresh == nil || OnHeap(object)) {
		w.object = weak.Make((*byte)(object))
	}
	w.batch.undecided.Add(1)
	undecided.Add(1)
	w.overwrite(object)
}

// OnHeap reports whether the garbage collector manages the object. One that New
// has returned may be a package variable, or may have been mapped by the program
// itself.
func OnHeap(object unsafe.Pointer) (ok bool) {
	defer func() {
		if recover() != nil { // not the memory of the Go runtime
			ok = false
		}
	}()
	cleanup := runtime.AddCleanup((*byte)(object), func(struct{}) {}, struct{}{})
	cleanup.Stop()
	return cleanup != runtime.Cleanup{}
}

// overwrite fills the object with the pattern, and begins to look after it.
//
// Under the race detector the end of the lease becomes a write to the whole
// object, after the pattern has filled it. It is done in a goroutine of its own,
// so that nothing that comes later is ordered after it, neither in other
// goroutines nor in the one that released: each stale read or write of the
// object is a race with this write, and the report names the Release that began
// the goroutine.
//
// The write comes last, because the detector remembers four accesses of a word,
// and a read by the address of its first byte: the pattern's writes to single
// bytes would displace that one. Nothing after the write may synchronize with
// the goroutines of the program: what begin does synchronizes with goroutines of
// the runtime only.
func (w *watched) overwrite(object unsafe.Pointer) {
	if !race.Enabled {
		w.fill(object, w.memory)
		runtime.KeepAlive(object) // or its finalizer could verify memory that is not filled yet
		w.begin()
		return
	}
	memory := w.memory
	go func() {
		w.fill(object, memory)
		race.WriteRange(object, w.shape.Size())
		for _, m := range memory {
			race.WriteRange(m.Data(), m.Size())
		}
		w.begin()
	}()
}

// begin begins to look after the object.
func (w *watched) begin() {
	sampling.Pin(w.weight)
	if w.held == nil && w.object == (weak.Pointer[byte]{}) {
		w.decide(ended)
		return
	}
	if w.held != nil || !docket.probe(w) {
		w.arm()
	}
}

// decide settles what becomes of w. An object that is kept no longer counts as
// outstanding: it is not the watch that made it so.
func (w *watched) decide(state watchedState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch w.state {
	case ended:
		return
	case pending:
		sampling.Unpin(w.weight)
		undecided.Add(-1)
		w.batch.undecided.Add(-1)
	case kept:
		lingering.Add(-1)
	}
	if w.state = state; state == kept {
		lingering.Add(1)
	}
}
