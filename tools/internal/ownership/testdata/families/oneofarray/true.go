package oneofarray

import "github.com/rcpool/rcpool"

// The row is not released if it is short.
func columnsOf(rows []int) (n int) {
	var last [3]rcpool.Ref[Cell]
	for range rows {
		cell := cells.Get() // want "leak: "
		if len(cell.Value().Text) < 3 {
			continue
		}
		rcpool.Drop(&last[0])
		last[0] = cell
	}
	rcpool.Drop(&last[0])
	return n
}

// Nobody releases the newest.
func bucketOf(keys []int) (n int) {
	var newest [8]rcpool.Ref[Cell]
	for _, key := range keys {
		newest[key%8] = cells.Get() // missed "leak: "
	}
	return len(newest)
}

// The cell is used after its release.
func slotsOf(keys []int) (n int) {
	all := make([]rcpool.Ref[Cell], 8)
	for _, key := range keys {
		cell := cells.Get()
		cell.Release()
		n += len(cell.Value().Text) // want "use-after-release: "
		rcpool.Drop(&all[key%8])
		all[key%8] = cells.Get()
	}
	for i := range all {
		rcpool.Drop(&all[i])
	}
	return n
}

// The extra cell is lost.
func ringOf(n int) (sum int) {
	var last [2]rcpool.Ref[Cell]
	extra := cells.Get() // want "leak: "
	for i := range n {
		rcpool.Drop(&last[i%2])
		last[i%2] = cells.Get()
	}
	for i := range last {
		rcpool.Drop(&last[i])
	}
	return sum + len(extra.Value().Text)
}

// The picked one is released twice.
func pickTwice(which int) {
	var all [4]rcpool.Ref[Cell]
	all[0] = cells.Get()
	picked := rcpool.Move(&all[0])
	picked.Release()
	picked.Release() // want "double-release: "
	for i := range all {
		rcpool.Drop(&all[i])
	}
}

// The cell of the first pair is lost.
func pairsOf(key int) {
	var all [4]struct {
		key  int
		cell rcpool.Ref[Cell]
	}
	all[0].cell = cells.Get() // want "leak: "
	all[0].key = key
}

// The second is released, not the first.
func second() {
	var all [4]rcpool.Ref[Cell]
	all[0] = cells.Get() // want "leak: "
	rcpool.Drop(&all[1])
}
