package ledger

import (
	"runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// lease counts n leases on c, from word w on, and leaves the last one open.
func lease(c *Counter, w word.Word, n int) word.Word {
	for i := range n {
		c.Begin(w)
		if i < n-1 {
			w = w.Next()
			c.End(w)
		}
	}
	return w
}

func TestCounter_OwnsItsCacheLine(t *testing.T) {
	if size := unsafe.Sizeof(Counter{}); size != cacheLine {
		t.Errorf("a counter has %d bytes, want %d", size, cacheLine)
	}
	if size, at := unsafe.Sizeof(counters{}), unsafe.Offsetof(counters{}.list); size != 1024 || at != cacheLine {
		t.Errorf("those of a chunk have %d bytes, and begin at %d", size, at)
	}
}

func TestLedger_CountsLeases(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(*Counter)
		want Counts
	}{
		{"none", func(*Counter) {}, Counts{}},
		{"the first goes on", func(c *Counter) { lease(c, word.First, 1) }, Counts{Begun: 1, Fresh: 1}},
		{"the first is over", func(c *Counter) { c.End(lease(c, word.First, 1).Next()) }, Counts{Begun: 1, Ended: 1, Fresh: 1}},
		{"the third goes on", func(c *Counter) { lease(c, word.First, 3) }, Counts{Begun: 3, Ended: 2, Fresh: 1}},
		{"many ends come after the reader has read how many", func(c *Counter) {
			w := lease(c, word.First, 1).Next()
			c.End(w)
			for range 100 {
				c.Begin(w)
				w = w.Next()
			}
		}, Counts{Begun: 2, Ended: 1, Fresh: 1}},
		{"a reset panics", func(c *Counter) { c.StartReset(lease(c, word.First, 2).Next()) }, Counts{Begun: 2, Ended: 2, Fresh: 1, Panics: 1}},
		{"a reset is over", func(c *Counter) {
			next := lease(c, word.First, 2).Next()
			c.StartReset(next)
			c.End(next)
		}, Counts{Begun: 2, Ended: 2, Fresh: 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var current race.Pointer[Chunk]
			l := New("test", nil)
			chunk, c := l.Enter(&current)
			test.do(c)
			for range 2 { // the second time, a reset that has panicked is known
				if got := l.Counts(); got != test.want {
					t.Errorf("got %+v, want %+v", got, test.want)
				}
			}
			runtime.KeepAlive(chunk)
		})
	}
}

// Slots of one chunk have counters of their own, and the next chunk begins when
// it is full.
func TestLedger_EntersEverySlotOnce(t *testing.T) {
	var current race.Pointer[Chunk]
	l := New("test", nil)
	seen, chunks := map[*Counter]bool{}, map[*Chunk]bool{}
	for range 3*chunkSize - 1 {
		chunk, c := l.Enter(&current)
		if seen[c] {
			t.Fatal("a counter was given twice")
		}
		seen[c], chunks[chunk] = true, true
	}
	visited := 0
	l.Visit(func(c *Counter) { visited++ })
	if len(chunks) != 3 || visited != 3*chunkSize-1 {
		t.Errorf("%d chunks, %d counters visited", len(chunks), visited)
	}
	runtime.KeepAlive(chunks)
}

// When the slots of a chunk are gone, its counts are not, and what did not end
// was lost.
func TestLedger_KeepsTheCountsOfDeadSlots(t *testing.T) {
	l := New("test", nil)
	func() {
		var current race.Pointer[Chunk]
		_, open := l.Enter(&current)
		lease(open, word.First, 3)
		_, panicked := l.Enter(&current)
		panicked.StartReset(lease(panicked, word.First, 1).Next())
	}()
	want := Counts{Begun: 4, Ended: 3, Lost: 1, Fresh: 2, Panics: 1}
	var got Counts
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); runtime.Gosched() {
		runtime.GC()
		if got = l.Counts(); got == want {
			return
		}
	}
	t.Errorf("got %+v, want %+v", got, want)
}

func TestLive_ForgetsLedgersThatNobodyHas(t *testing.T) {
	const name = "to be forgotten"
	count := func() (n int) {
		for _, l := range Live() {
			if l.Name() == name {
				n++
			}
		}
		return n
	}
	l := New(name, nil)
	if n := count(); n != 1 {
		t.Errorf("%d ledgers, want 1", n)
	}
	runtime.KeepAlive(l)
	for deadline := time.Now().Add(10 * time.Second); count() > 0; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("the ledger is still registered")
		}
		runtime.GC()
	}
}

// Whoever reads the counts holds nobody up who leases meanwhile.
func TestLedger_EntersSlotsDuringAVisit(t *testing.T) {
	var current race.Pointer[Chunk]
	l := New("test", nil)
	chunk, _ := l.Enter(&current)
	visited := 0
	l.Visit(func(*Counter) {
		visited++
		for range chunkSize {
			l.Enter(&current)
		}
	})
	if visited != 1 {
		t.Errorf("visited %d counters, want the one that there was", visited)
	}
	runtime.KeepAlive(chunk)
}

// notCollected are chunks that a test closes itself, once.
var notCollected []*Chunk

// The counts of chunks that are gone are those that they had, in any order.
func TestLedger_ClosesChunksInAnyOrder(t *testing.T) {
	l := New("test", nil)
	var current race.Pointer[Chunk]
	var chunks []*Chunk
	for range 10 * chunkSize {
		chunk, c := l.Enter(&current)
		c.End(lease(c, word.First, 2).Next())
		if len(chunks) == 0 || chunks[len(chunks)-1] != chunk {
			chunks = append(chunks, chunk)
		}
	}
	want := Counts{Begun: 20 * chunkSize, Ended: 20 * chunkSize, Fresh: 10 * chunkSize}
	notCollected = append(notCollected, chunks...)
	for _, i := range []int{4, 9, 0, 5, 8, 1} {
		l.close(chunks[i].counters)
		if got := l.Counts(); got != want {
			t.Errorf("after chunk %d: got %+v, want %+v", i, got, want)
		}
	}
	if len(l.open) != 4 {
		t.Errorf("%d chunks are open, want 4", len(l.open))
	}
	for i, cs := range l.open {
		if cs.place != uint64(i) {
			t.Errorf("chunk %d believes to be %d", i, cs.place)
		}
	}
}

// A slot that moves to another chunk takes no count along, and leaves none.
func TestLedger_MovesSlots(t *testing.T) {
	var current race.Pointer[Chunk]
	l := New("test", nil)
	first, c := l.Enter(&current)
	w := lease(c, word.First, 3).Next()
	c.End(w)
	second, d := l.Move(&current, first, w)
	if second == first || d == c {
		t.Fatal("the slot has not moved")
	}
	if got, want := l.Counts(), (Counts{Begun: 3, Ended: 3, Fresh: 1}); got != want {
		t.Errorf("after the move: got %+v, want %+v", got, want)
	}
	w = lease(d, w, 2)
	if got, want := l.Counts(), (Counts{Begun: 5, Ended: 4, Fresh: 1}); got != want {
		t.Errorf("while it is leased: got %+v, want %+v", got, want)
	}
	d.End(w.Next())
	want := Counts{Begun: 5, Ended: 5, Fresh: 1}
	if got := l.Counts(); got != want {
		t.Errorf("afterwards: got %+v, want %+v", got, want)
	}
	notCollected = append(notCollected, first)
	l.close(first.counters)
	if got := l.Counts(); got != want {
		t.Errorf("without the first chunk: got %+v, want %+v", got, want)
	}
	runtime.KeepAlive(second)
}

// Only slots that are leased again and again move, and only if a mate has a
// lease that goes on.
func TestCounters_Relieve(t *testing.T) {
	cs := new(counters)
	const stuck, busy, idle, fresh = 0, 1, 2, 3
	for range fresh + 1 {
		cs.issued.Add(1)
	}
	var w [fresh + 1]word.Word
	for i := range w {
		w[i] = word.First
	}
	next := func(i int) {
		c := &cs.list[i]
		c.Due.Store(1)
		c.Begin(w[i])
		w[i] = w[i].Next()
		c.End(w[i])
	}
	moving := func() (all []int) {
		for i := range cs.used() {
			if c := &cs.list[i]; c.Moves() {
				all = append(all, i)
				if c.Due.Load() != 0 {
					t.Errorf("slot %d does not stop to move", i)
				}
			}
		}
		return all
	}
	next(idle)
	next(busy)
	cs.relieve()
	next(busy)
	cs.relieve()
	if got := moving(); got != nil {
		t.Errorf("slots %v are to move, though no lease goes on", got)
	}
	cs.list[stuck].Begin(w[stuck])
	next(busy)
	cs.relieve()
	if got := moving(); got != nil {
		t.Errorf("slots %v are to move, though no lease is old", got)
	}
	next(busy)
	cs.relieve()
	if got := moving(); !slices.Equal(got, []int{busy}) {
		t.Errorf("slots %v are to move, want %d", got, busy)
	}
}
