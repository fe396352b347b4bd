package watch

import (
	"fmt"
	"unsafe"

	"github.com/rcpool/rcpool/internal/shape"
)

// fill overwrites the object and its memory with the pattern. The race detector
// does not see it: it remembers four accesses of a word, and writes to single
// bytes would displace those of a late user before the write that is to find
// them.
//
//go:norace
func (w *watched) fill(object unsafe.Pointer, memory []byte) {
	w.shape.Poison(object)
	for i := range memory {
		memory[i] = shape.PoisonByte
	}
}

// verify reports what was written after the lease, once: to the object, unless
// that is nil, and to the memory behind it.
func (w *watched) verify(object unsafe.Pointer) {
	w.mu.Lock()
	var found []shape.Finding
	if object != nil {
		found = w.shape.Verify(object)
	}
	if at := written(w.memory); at >= 0 {
		found = append(found, shape.Finding{Path: fmt.Sprintf("memory[%d]", at), Offset: uintptr(at), What: "written after the lease"})
	}
	tell := len(found) > 0 && !w.told
	w.told = w.told || tell
	w.mu.Unlock()
	if tell {
		w.lease.LateWrite(found)
	}
}

// written returns where memory no longer holds the pattern, or -1.
//
//go:norace
func written(memory []byte) int {
	for i, b := range memory {
		if b != shape.PoisonByte {
			return i
		}
	}
	return -1
}

// releaseMemory gives the memory behind the object up.
func (w *watched) releaseMemory() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.memory = nil
}
