package handle

import (
	"testing"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// release releases a reference of a lease in which nothing is parked.
func release(table *Table, tag word.Tag) bool {
	_, live := table.Release(new(race.Uint64), tag)
	return live
}

// A table whose epochs are used up issues nothing more, and its slot is retired.
func TestTable_Spent(t *testing.T) {
	var table Table
	table.grow(word.Entries)
	one := word.LastEpoch &^ (word.LastEpoch << 1)
	for i := range word.Entries {
		table.entry(i).Store(uint64(word.LastEpoch - one))
	}
	for i := range word.Entries {
		tag, ok := table.Issue(0, 1)
		if !ok || !table.Holds(tag) || !release(&table, tag) {
			t.Fatalf("reference %d, %x, is not live", i, tag)
		}
	}
	if tag, ok := table.Issue(0, 1); ok {
		t.Errorf("issued %x", tag)
	}
	if !table.Trim() {
		t.Error("the slot would be leased again")
	}
}
