//go:build !rcpool_narrow

package handle

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/rcpool/rcpool/internal/word"
)

// issue issues a reference as the last of the given number.
func issue(t *testing.T, table *Table, counted int) word.Tag {
	t.Helper()
	tag, ok := table.Issue(0, counted)
	if !ok {
		t.Errorf("of %d references the last was not issued", counted)
	}
	return tag
}

// issueAll issues references until n are alive.
func issueAll(t *testing.T, table *Table, n int) (tags []word.Tag) {
	t.Helper()
	for i := range n {
		tags = append(tags, issue(t, table, i+1))
	}
	return tags
}

func wantHeld(t *testing.T, table *Table, tags []word.Tag, want bool) {
	t.Helper()
	for i, tag := range tags {
		if table.Holds(tag) != want {
			t.Fatalf("reference %d of %d (%x) is live: %v, want %v", i, len(tags), tag, !want, want)
		}
	}
}

func releaseAll(t *testing.T, table *Table, tags []word.Tag) {
	t.Helper()
	for i, tag := range tags {
		if !release(table, tag) {
			t.Fatalf("reference %d (%x) was not live", i, tag)
		}
	}
}

func TestTable_TellsReferencesApart(t *testing.T) {
	for _, n := range []int{1, 8, 9, 100, 1000, word.Entries/2 - 1} {
		var table Table
		seen := map[word.Tag]bool{}
		for range 3 {
			tags := issueAll(t, &table, n)
			for _, tag := range tags {
				if seen[tag] {
					t.Fatalf("%d references: %x issued again", n, tag)
				}
				seen[tag] = true
			}
			wantHeld(t, &table, tags, true)
			releaseAll(t, &table, tags)
			wantHeld(t, &table, tags, false)
			for _, tag := range tags {
				if release(&table, tag) || table.Reserve(tag) {
					t.Fatalf("%d references: %x released twice", n, tag)
				}
			}
			table.Trim()
		}
		if size := table.size(); size > first<<keptDoubled {
			t.Errorf("%d references: %d entries were kept", n, size)
		}
	}
}

func TestTable_NilHoldsNothing(t *testing.T) {
	_, tag, _ := word.Entry(0).Issue(0)
	var table *Table
	if table.Holds(tag) || release(table, tag) || table.Reserve(tag) || table.Trim() {
		t.Error("there is no table, and it holds a reference")
	}
}

func TestTable_ReservedIsNotLiveUntilRestored(t *testing.T) {
	var table Table
	tag := issue(t, &table, 1)
	if !table.Reserve(tag) || table.Holds(tag) || release(&table, tag) || table.Reserve(tag) {
		t.Error("a reserved reference is live")
	}
	others := issueAll(t, &table, 100)
	table.Restore(tag)
	wantHeld(t, &table, append(others, tag), true)
}

// The entries of a large table are the garbage collector's between two leases,
// and come back if it does not take them. No epoch does.
func TestTable_TrimLosesNoEpoch(t *testing.T) {
	const n = 10_000
	for _, collect := range []bool{false, true} {
		var table Table
		seen := map[word.Tag]bool{}
		var stale []word.Tag
		for range 3 {
			tags := issueAll(t, &table, n)
			for _, tag := range tags {
				if seen[tag] {
					t.Fatalf("%x issued again", tag)
				}
				seen[tag] = true
			}
			wantHeld(t, &table, tags, true)
			wantHeld(t, &table, stale, false)
			releaseAll(t, &table, tags)
			stale = append(stale, tags...)
			if table.Trim() {
				t.Error("worn")
			}
			wantHeld(t, &table, stale, false)
			if collect {
				runtime.GC()
				for _, s := range table.idle {
					if s.Value() != nil {
						t.Error("the garbage collector did not take what was cut off")
					}
				}
			}
		}
	}
}

// An entry without epochs is left out, and a slot whose entries were used that
// much is retired after the lease.
func TestTable_WornOut(t *testing.T) {
	var table Table
	for i := range table.first {
		table.first[i].Store(uint64(word.LastEpoch))
	}
	table.first[3].Store(uint64((word.LastEpoch / 4 * 3).Freed()))
	for i, worn := range []bool{true, false} {
		if tag := issue(t, &table, i+1); tag.Worn() != worn || (tag.Index() == 3) != worn {
			t.Errorf("reference %d is %x", i, tag)
		}
	}
	if !table.Trim() {
		t.Error("the table is not worn")
	}
}

// A contended table differs only in which entries it tries first. It is contended
// until the lease ends.
func TestTable_Contended(t *testing.T) {
	for _, n := range []int{1, 20, 1000} {
		var table Table
		issue(t, &table, 1)
		table.spread()
		seen := map[word.Tag]bool{}
		for range 3 {
			tags := issueAll(t, &table, n)
			for _, tag := range tags {
				if seen[tag] {
					t.Fatalf("%x issued again", tag)
				}
				seen[tag] = true
			}
			wantHeld(t, &table, tags, true)
			releaseAll(t, &table, tags)
			wantHeld(t, &table, tags, false)
			if i := table.next.get(); i < contended || table.size() < apart {
				t.Errorf("of %d entries, one to try is %d: the table is not contended", table.size(), i)
			}
		}
		table.Trim()
		if i := table.next.get(); i >= contended {
			t.Errorf("the table is contended after the lease: %d", i)
		}
	}
}

// References are issued and released by many goroutines, each of which holds
// some; and each of them is released once.
func TestTable_Concurrent(t *testing.T) {
	const goroutines, rounds = 8, 20_000
	var table Table
	counted := make(chan struct{}, word.Entries/2-1) // as the word limits them
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Add(1)
		go func() {
			defer wg.Done()
			random := rand.New(rand.NewPCG(uint64(g), 1))
			var mine, gone []word.Tag
			most := 1 << random.IntN(8)
			for range rounds {
				if len(mine) < most && random.IntN(2) == 0 {
					counted <- struct{}{}
					mine = append(mine, issue(t, &table, len(counted)))
					continue
				}
				if len(mine) == 0 {
					continue
				}
				i := random.IntN(len(mine))
				tag := mine[i]
				if !table.Holds(tag) || !release(&table, tag) || release(&table, tag) || table.Holds(tag) {
					t.Errorf("%x was not released exactly once", tag)
				}
				<-counted
				mine[i] = mine[len(mine)-1]
				mine = mine[:len(mine)-1]
				if gone = append(gone, tag); len(gone) == 64 {
					for _, tag := range gone {
						if table.Holds(tag) {
							t.Errorf("%x is live again", tag)
						}
					}
					gone = gone[:0]
				}
			}
			for _, tag := range mine {
				if !release(&table, tag) {
					t.Errorf("%x was not live", tag)
				}
				<-counted
			}
		}()
	}
	wg.Wait()
}
