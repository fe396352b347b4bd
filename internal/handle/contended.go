package handle

import (
	"unsafe"

	"github.com/rcpool/rcpool/internal/word"
)

// Goroutines that retain the same object at the same time write to the same
// entries, and to the same hint. Once one of them has lost an entry to another,
// the table is contended until the lease ends: each goroutine tries an entry of
// its own first, and there are enough of them to be on different cache lines.
// Then goroutines contend for the state word only, as they do without a table.
// (That is not for all tables, because a goroutine that retains many times, and
// releases later, finds its own entry taken.)

// contended is added to the hint of a contended table.
const contended = 1 << 30

// apart is how many entries a contended table has at least.
const apart = 64

// spread makes the table contended.
func (t *Table) spread() {
	t.grow(apart)
	t.next.set(contended)
}

// issueApart is Issue for a contended table.
func (t *Table) issueApart(counted int) (tag word.Tag, ok bool) {
	if size := t.size(); 2*counted <= size {
		if tag, ok := t.issue(home() & (size - 1)); ok {
			return tag, true
		}
	}
	return t.search(2 * counted)
}

// home returns a number that is mostly another one for another goroutine, and
// the same for the same one. It is made of the address of a variable on the
// goroutine's stack. Nothing is done at that address, so it does not matter that
// stacks move.
func home() int {
	var here byte
	const golden = 0x9e3779b1 // spreads neighbours
	return int(uint32(uintptr(unsafe.Pointer(&here))>>9) * golden >> 16)
}
