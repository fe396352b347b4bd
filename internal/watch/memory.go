package watch

import (
	"unsafe"
	"weak"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/shape"
)

// maxMemory bounds how much of the memory behind an object is filled and
// verified, and so the time that this takes.
const maxMemory = 4 << 20

// Memory behind an object is not reachable through the object, which the pattern
// has cut off from it. So it is held, and verified together with the object, and
// then followed for as long as somebody else holds it: a slice that a buffer had
// returned may be written to much later.
type followed struct {
	lease Lease
	parts []part
}

// A part of the memory is behind a weak pointer.
type part struct {
	memory shape.Memory
	data   weak.Pointer[byte]
}

// maxFollowed bounds how many are verified after each garbage collection.
const maxFollowed = 256

var following race.Int64

// space returns how many bytes w keeps alive while it holds the object.
func (w *watched) space() uintptr { return w.shape.Size() + shape.SizeOf(w.memory) }

// letMemoryGo holds the memory behind the object no longer, and follows it.
func (w *watched) letMemoryGo() {
	w.mu.Lock()
	memory, told := w.memory, w.told
	w.memory = nil
	w.mu.Unlock()
	if f := (&followed{lease: w.lease}); !told && !race.Enabled && f.begin(memory) {
		following.Add(1)
		afterCollection(f)
	}
}

// begin makes the weak pointers, and reports whether there is anything to follow.
// It has a frame of its own, so that no pointer to the memory stays behind.
//
//go:noinline
func (f *followed) begin(memory []shape.Memory) bool {
	if following.Load() >= maxFollowed {
		return false
	}
	for _, m := range memory {
		if data := (*byte)(m.Data()); m.Size() > 0 && OnHeap(m.Data()) {
			f.parts = append(f.parts, part{m.At(nil), weak.Make(data)})
		}
	}
	return len(f.parts) > 0
}

// look verifies what is still reachable.
func (f *followed) look() {
	reachable := false
	for _, p := range f.parts {
		data := p.data.Value()
		if data == nil {
			continue
		}
		reachable = true
		if found, written := p.memory.At(unsafe.Pointer(data)).Verify(); written {
			f.lease.LateWrite([]shape.Finding{found})
			reachable = false
			break
		}
	}
	if !reachable {
		following.Add(-1)
		return
	}
	afterCollection(f)
}
