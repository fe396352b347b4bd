package oneofarray

import "github.com/rcpool/rcpool"

// The last cell of each column is kept.
func columns(rows []int) (n int) {
	var last [3]rcpool.Ref[Cell]
	for _, width := range rows {
		r := read(width)
		for i := range min(len(r.cells), len(last)) {
			rcpool.Drop(&last[i])
			last[i] = r.cells[i].Retain()
		}
		r.release()
	}
	for i := range last {
		if last[i].IsZero() {
			continue
		}
		n += len(last[i].Value().Text)
		rcpool.Drop(&last[i])
	}
	return n
}

// The newest is at a place that depends on the key.
func bucket(keys []int) (n int) {
	var newest [8]rcpool.Ref[Cell]
	for _, key := range keys {
		i := key % len(newest)
		rcpool.Drop(&newest[i])
		newest[i] = cells.Get()
	}
	for i := range newest {
		rcpool.Drop(&newest[i])
	}
	return n
}

// The slice was made with its length.
func slots(keys []int) {
	all := make([]rcpool.Ref[Cell], 8)
	for _, key := range keys {
		rcpool.Drop(&all[key%8])
		all[key%8] = cells.Get()
	}
	for i := range all {
		rcpool.Drop(&all[i])
	}
}

// A ring keeps the last two.
func ring(n int) (sum int) {
	var last [2]rcpool.Ref[Cell]
	defer func() {
		for i := range last {
			rcpool.Drop(&last[i])
		}
	}()
	for i := range n {
		rcpool.Drop(&last[i%2])
		last[i%2] = cells.Get()
		sum += len(last[i%2].Value().Text)
	}
	return sum
}

// One is taken, the others are released.
func pick(keys []int, which int) rcpool.Ref[Cell] {
	var all [4]rcpool.Ref[Cell]
	for _, key := range keys {
		if all[key&3].IsZero() {
			all[key&3] = cells.Get()
		}
	}
	picked := rcpool.Move(&all[which])
	for i := range all {
		rcpool.Drop(&all[i])
	}
	return picked
}

// The elements of an array of structs are replaced.
func pairs(keys []int) {
	var all [4]struct {
		key  int
		cell rcpool.Ref[Cell]
	}
	for _, key := range keys {
		p := &all[key&3]
		rcpool.Drop(&p.cell)
		p.key, p.cell = key, cells.Get()
	}
	for i := range all {
		rcpool.Drop(&all[i].cell)
	}
}

// The first is released by its number.
func first(key int) {
	var all [4]rcpool.Ref[Cell]
	all[key] = cells.Get()
	rcpool.Drop(&all[0])
	rcpool.Drop(&all[1])
	rcpool.Drop(&all[2])
	rcpool.Drop(&all[3])
}
