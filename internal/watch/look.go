package watch

import (
	"runtime"
	"unsafe"
	"weak"

	"github.com/rcpool/rcpool/internal/race"
)

// A canary tells when a whole garbage collection is over that began after now.
//
// Nothing refers to it when it has been made. A collection that is marking now
// takes it for reachable, as everything that is allocated meanwhile. So the
// collection that finds it dead, and calls its cleanup, began later; and
// whatever was reachable for that one was reachable after the canary was made.
// No goroutine waits for that, and where no object is watched nothing is done.
type canary [2]uint64 // not smaller than 16 bytes: the runtime puts small ones into one block

// afterCollection has a looker look once, when a garbage collection is over that
// begins after the call. l must not refer to itself.
func afterCollection(l looker) {
	armed.Add(1)
	runtime.AddCleanup(new(canary), func(l looker) {
		defer fired.Add(1)
		l.look()
	}, l)
}

type looker interface{ look() }

// armed is how many canaries were made, and fired for how many of them a looker
// has looked. [Mark.Settle] waits until both are the same.
var armed, fired race.Int64

// arm has the object looked at when the next garbage collection is over.
func (w *watched) arm() {
	w.armed = sightings.Load()
	afterCollection(w)
}

// look looks at the object once a garbage collection is over that began after
// the lease was, and after any other look. A look itself keeps the object alive
// only in a collection that is marking meanwhile, and that is never the one
// before the next look.
func (w *watched) look() {
	if w.held != nil {
		w.letGo()
		return
	}
	switch reachable := w.reachable(); {
	case reachable && w.worthwhile():
		goesOn := w.goesOn() // asked first: once w is armed, another look may run
		w.arm()
		if goesOn {
			go docket.collect(w.probe)
		}
	case reachable:
		w.decide(ended)
	default:
		docket.missed(w)
		if !w.source.finalizes { // else the finalizer has the last word
			w.verify(nil) // others may have written to the memory behind the object
			w.letMemoryGo()
			w.decide(ended)
		}
	}
}

// worthwhile reports whether to go on watching an object that is reachable.
func (w *watched) worthwhile() bool {
	w.letMemoryGo()
	if w.isKept() {
		return true
	}
	w.looks++
	return docket.judge(w) && (w.looks <= w.source.looks || undecided.Load() <= maxUndecided)
}

func (w *watched) isKept() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state == kept
}

// linger reports whether to go on watching an object that was reported as kept,
// for late writes.
func (w *watched) linger() bool { return lingering.Load() <= maxLingering }

// Each object that somebody keeps is looked at after each garbage collection,
// until it is reported, and then for late writes. So their number is bounded.
const (
	maxUndecided = 1024
	maxLingering = 100
)

// lingering is the number of objects that were reported.
var lingering race.Int64

// letGo verifies an object that was held for a garbage collection, and holds it
// no longer.
func (w *watched) letGo() {
	w.verify(w.held)
	holding.give(w.source.hides, w.space())
	w.held = nil
	w.letMemoryGo()
	if w.object == (weak.Pointer[byte]{}) {
		w.decide(ended)
		return
	}
	w.arm()
}

// reachable reports whether somebody still can reach the object, and verifies it
// if so. It has a frame of its own, so that no pointer to the object stays
// behind.
//
//go:noinline
func (w *watched) reachable() bool {
	object := w.object.Value()
	if object == nil {
		return false
	}
	w.verify(unsafe.Pointer(object))
	return true
}
