package handle

import (
	"unsafe"

	"github.com/rcpool/rcpool/internal/word"
)

// Goroutines that retain the same object at the same time write to the same
// entries, and to the same hint. Once one of them has lost an entry to another,
// the table is contended until the lease ends: each goroutine tries an entry of
// its own first, which may be parked, and there are enough of them on different
// cache lines. Then goroutines write to their own entries only, while an identity
// is live, and otherwise contend for the state word, as they do without a table.
// (That is not for all tables, because a goroutine that retains many times, and
// releases later, finds its own entry taken.)

// contended is added to the hint of a contended table.
const contended = 1 << 30

// apart is how many entries a contended table has at least.
const apart = 256

// spread makes the table contended. It grows when a reference is issued: the
// caller may have lost the entry because its lease is over.
func (t *Table) spread() {
	if t.next.get() < contended {
		t.next.set(contended)
	}
}

// issueApart is Issue for a contended table.
func (t *Table) issueApart(h Home, counted int) (tag word.Tag, ok bool) {
	if size := t.grow(apart); 2*counted <= size {
		i := h.in(size)
		for range 2 {
			if tag, ok := t.issue(i); ok {
				return tag, true
			}
			i ^= parkedStep
		}
	}
	return t.search(2 * counted)
}

// A Home says which entries a goroutine tries first.
type Home int

// HomeOf returns mostly another Home for another goroutine, and the same for the
// same one. It is made of the address of a variable on the stack of the caller,
// who does the rest. Nothing is done at that address, so it does not matter that
// stacks move.
func HomeOf(here *byte) Home {
	const golden = 0x9e3779b1 // spreads neighbours
	return Home(uint32(uintptr(unsafe.Pointer(here))>>9) * golden >> 16)
}

// in returns the index of an entry that may be parked, in a table of the given
// size.
func (h Home) in(size int) int { return int(h) & (min(size, parkedEnd) - 1) &^ (parkedStep - 1) }
