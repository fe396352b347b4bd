package watch

import (
	"slices"
	"sync"
	"unsafe"
)

// latest holds the retired objects that can have no finalizer.
var latest list

// A list holds on to the latest objects, within bounds.
type list struct {
	mu   sync.Mutex
	held []held // the oldest first
	size uintptr
}

type held struct {
	retired
	object unsafe.Pointer
}

const (
	maxHeld     = 1024
	maxHeldSize = 16 << 20 // bytes, of all
)

// add holds one more object, and verifies those that it has no room for any
// more.
func (l *list) add(r retired, object unsafe.Pointer) {
	l.mu.Lock()
	l.held = append(l.held, held{r, object})
	l.size += r.space()
	n := 0
	for len(l.held)-n > maxHeld || l.size > maxHeldSize && n < len(l.held) {
		l.size -= l.held[n].space()
		n++
	}
	over := slices.Clone(l.held[:n])
	l.held = slices.Delete(l.held, 0, n)
	l.mu.Unlock()
	for _, h := range over {
		h.verify(h.object)
	}
}
