package watch

import (
	"fmt"
	"unsafe"

	"github.com/rcpool/rcpool/internal/shape"
)

// A retired is what verifying an object takes, but for the object itself, which
// a finalizer must not refer to.
type retired struct {
	shape  *shape.Shape
	memory []byte // behind the object, its own
	report func([]shape.Finding)
}

// fill overwrites the object and its memory with the pattern. The race detector
// does not see it: it remembers four accesses of a word, and writes to single
// bytes would displace those of a late user before the write that is to find
// them.
//
//go:norace
func (r retired) fill(object unsafe.Pointer) {
	r.shape.Poison(object)
	for i := range r.memory {
		r.memory[i] = shape.PoisonByte
	}
}

// verify reports what was written after the lease.
func (r retired) verify(object unsafe.Pointer) {
	found := r.shape.Verify(object)
	for i, b := range r.memory {
		if b != shape.PoisonByte {
			found = append(found, shape.Finding{Path: fmt.Sprintf("memory[%d]", i), Offset: uintptr(i), What: "written after the lease"})
			break
		}
	}
	if len(found) > 0 {
		r.report(found)
	}
}

// space returns how many bytes r and its object keep alive.
func (r retired) space() uintptr { return r.shape.Size() + uintptr(len(r.memory)) }
