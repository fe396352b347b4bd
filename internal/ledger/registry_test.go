package ledger

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// Programs that make names as they go do not fill the memory, and no count is
// lost.
func TestRegistry_KeepsSumsOfSoManyNames(t *testing.T) {
	sum := func() (n uint64, names int) {
		live, gone := All()
		for _, l := range live {
			n += l.Tally().Begun
		}
		for _, g := range gone {
			n += g.Begun
		}
		return n, len(gone)
	}
	runtime.GC()
	before, _ := sum()
	const pools = MaxNames + 500
	for i := range pools {
		l := New(fmt.Sprint("name ", i), func() int { return -1 })
		var current race.Pointer[Chunk]
		_, c := l.Enter(&current)
		c.End(lease(c, word.First, 3).Next())
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		runtime.GC()
		n, names := sum()
		if n != before+3*pools {
			t.Fatalf("the sum is %d, want %d", n, before+3*pools)
		}
		if len(Live()) < 50 {
			if names != MaxNames+1 {
				t.Errorf("there are sums for %d names, want %d and %s", names, MaxNames, Others)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d ledgers are still there after a minute", len(Live()))
		}
	}
}
