package watch

import (
	"unsafe"

	"github.com/rcpool/rcpool/internal/shape"
)

// fill overwrites the object, unless it is intact, and its memory. The race detector
// does not see it: it remembers four accesses of a word, and writes to single
// bytes would displace those of a late user before the write that is to find
// them.
//
//go:norace
func (w *watched) fill(object unsafe.Pointer, memory []shape.Memory) {
	if !w.source.intact {
		w.shape.Poison(object)
	}
	for _, m := range memory {
		m.Poison()
	}
}

// verify reports what was written after the lease, once: to the object, unless
// that is nil, and to the memory behind it.
func (w *watched) verify(object unsafe.Pointer) {
	w.mu.Lock()
	var found []shape.Finding
	if object != nil && !w.source.intact {
		found = w.shape.Verify(object)
	}
	for _, m := range w.memory {
		if f, written := m.Verify(); written {
			found = append(found, f)
		}
	}
	tell := len(found) > 0 && !w.told
	w.told = w.told || tell
	w.mu.Unlock()
	if tell {
		w.lease.LateWrite(found)
	}
}
