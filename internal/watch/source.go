package watch

import (
	"math/rand/v2"
	"reflect"
	"sync"
	"unsafe"
	"weak"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/shape"
)

// A Source is where objects come from: what watch knows of a pool. It is safe
// for concurrent use.
type Source struct {
	typ   reflect.Type // of the objects
	rate  *sampling.Rate
	fresh func() unsafe.Pointer // makes an object; nil if they are made with new(T)

	intact    bool // they stay as the lease left them: their pool frees them, by a finalizer
	tiny      bool // several objects may share a block of memory
	finalizes bool // they can have a finalizer
	hides     bool // the pattern leaves pointers in them
	looks     int  // that must have found an object reachable before it counts as kept

	// An object that New made may be known elsewhere by right: to a parent, to a
	// free list, or to the others of an array that it is an element of. Then it is
	// always reachable, or mostly, and so are those that were never leased. Some of
	// these are tried, one after the other, before anything is reported.
	trust  race.Int64 // the trials in a row that the first collection took, or refused
	doubts race.Int64 // the trials that it did not take
	wanted race.Bool  // a trial
	trying race.Bool
}

const (
	trials    = 6  // in a row, that must be collected at once
	maxDoubts = 3  // each of which doubles their number
	refused   = -1 // for good, because a trial was not collected for long

	defaultLooks = cleanLooks
)

// NewSource returns the source for a pool of objects of type t, of which rate is
// how many leases are checked. fresh makes an object; it is nil if they are made
// with new(T). Objects that are intact are not filled with a pattern, and may have
// a finalizer of the pool's.
//
// It is marked go:norace because the users of the pool share the source in a way
// that the race detector does not see.
//
//go:norace
func NewSource(t reflect.Type, rate *sampling.Rate, fresh func() unsafe.Pointer, intact bool) *Source {
	s := &Source{typ: t, rate: rate, fresh: fresh, intact: intact, hides: shape.LeavesPointers(t), looks: defaultLooks}
	s.tiny = shape.Tiny(t)
	s.finalizes = fresh == nil && !intact && t.Size() >= 16 && !s.hides // so that its own pointers do not lead back to it
	if registers(t) {
		s.looks = defaultLooks + 2
	}
	return s
}

// registers reports whether a part of t is a sync.Pool. The runtime knows each of
// them, by its address, until it was idle for two garbage collections.
func registers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && registers(t.Elem())
	case reflect.Struct:
		if t == reflect.TypeFor[sync.Pool]() {
			return true
		}
		for i := range t.NumField() {
			if registers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// holds reports whether to hold the object of w until the next garbage
// collection has ended, so that a late write is seen though nothing tells when
// the object dies. While it is held nobody can know whether others do, so of
// sampled leases only some are, and none of which nobody knows what it keeps
// alive.
func (s *Source) holds(w *watched) bool {
	if race.Enabled || s.intact { // the write itself is a race, or is not found out
		return false
	}
	if !s.rate.All() && (s.hides || rand.IntN(4) != 0) {
		return false
	}
	return holding.take(s.hides, w.space())
}

// holding bounds what is held.
var holding hold

type hold struct {
	mu            sync.Mutex
	count, hiding int
	size          uintptr
}

const (
	maxHeld     = 1024
	maxHiding   = 128      // of these, objects of which nobody knows what they keep alive
	maxHeldSize = 16 << 20 // bytes, of all
)

func (h *hold) take(hides bool, size uintptr) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count == maxHeld || h.size+size > maxHeldSize || hides && h.hiding == maxHiding {
		return false
	}
	h.count++
	h.size += size
	if hides {
		h.hiding++
	}
	return true
}

func (h *hold) give(hides bool, size uintptr) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count--
	h.size -= size
	if hides {
		h.hiding--
	}
}

// trusts reports whether an object of s that is reachable without right must
// have been kept. It asks for a trial if that is not known yet.
func (s *Source) trusts() bool {
	if s.fresh == nil || s.trust.Load() >= trials<<s.doubts.Load() {
		return true
	}
	if s.trust.Load() != refused && !s.trying.Load() {
		s.wanted.Store(true)
		wantTrial(s)
	}
	return false
}

// Wants reports whether [Source.Try] is to be called.
func (s *Source) Wants() bool { return s.wanted.Load() }

// Try makes an object that nobody leases, and finds out whether it is collected.
func (s *Source) Try() {
	if !s.trying.CompareAndSwap(false, true) {
		return
	}
	s.wanted.Store(false)
	if t := (&trial{source: s}); t.make() {
		afterCollection(t)
	}
}

// A trial is an object that was never leased.
type trial struct {
	source *Source
	object weak.Pointer[byte]
	looks  int
}

// make makes the object. It has a frame of its own, so that no pointer to the
// object stays behind.
//
//go:noinline
func (t *trial) make() bool {
	object := t.source.fresh()
	if object == nil || !OnHeap(object) {
		t.source.trust.Store(refused)
		return false
	}
	t.object = weak.Make((*byte)(object))
	return true
}

func (t *trial) look() {
	s := t.source
	if t.object.Value() != nil {
		t.looks++
		s.trust.Store(0)
		s.doubts.Add(1)
		if t.looks > s.looks || s.doubts.Load() > maxDoubts {
			s.trust.Store(refused)
			return
		}
		afterCollection(t)
		return
	}
	if t.looks == 0 {
		s.trust.Add(1)
	}
	s.trying.Store(false)
}
