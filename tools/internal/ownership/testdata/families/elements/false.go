package elements

import "github.com/rcpool/rcpool"

// The first element is released, the second is used and released later.
func secondOf() int {
	two := []rcpool.Ref[Shard]{read(1), read(2)}
	two[0].Release()
	n := two[1].Value().No
	two[1].Release()
	return n
}

// The array's elements are released one by one.
func sumOfArray() int {
	two := [2]rcpool.Ref[Shard]{read(1), read(2)}
	n := two[0].Value().No + two[1].Value().No
	two[1].Release()
	two[0].Release()
	return n
}

// Each entry of the map is its own.
func byName() int {
	m := map[string]rcpool.Ref[Shard]{"left": read(1), "right": read(2)}
	left, right := m["left"], m["right"]
	left.Release()
	n := right.Value().No
	right.Release()
	return n
}

// One element is handed over, the rest is released.
func pick(i int) rcpool.Ref[Shard] {
	all := []rcpool.Ref[Shard]{read(0), read(1), read(2)}
	for j, shard := range all {
		if j != i {
			shard.Release()
		}
	}
	return all[i]
}

// Those that are damaged are released, those that are kept are returned.
func filter(nos []int) (kept []rcpool.Ref[Shard]) {
	for _, no := range nos {
		shard := read(no)
		if verify(shard.Value()) != nil {
			shard.Release()
			continue
		}
		kept = append(kept, shard)
	}
	return kept
}

// The stripe closes what it still has.
func useStripe() int {
	s := stripe{data: [2]rcpool.Ref[Shard]{read(1), read(2)}, parity: read(3)}
	defer s.close()
	rcpool.Drop(&s.data[0])
	return s.data[1].Value().No + s.parity.Value().No
}

// The two elements change places.
func swapped() int {
	all := []rcpool.Ref[Shard]{read(1), read(2)}
	all[0], all[1] = all[1], all[0]
	all[1].Release()
	n := all[0].Value().No
	all[0].Release()
	return n
}

// The slice is split, and each part released.
func split() int {
	all := []rcpool.Ref[Shard]{read(1), read(2), read(3)}
	head, tail := all[:1], all[1:]
	releaseAll(head)
	n := tail[0].Value().No
	releaseAll(tail)
	return n
}

// The array of slices has a shard in each.
func groups() (n int) {
	var groups [2][]rcpool.Ref[Shard]
	for no := range 4 {
		groups[no%2] = append(groups[no%2], read(no))
	}
	releaseAll(groups[0])
	for _, shard := range groups[1] {
		n += shard.Value().No
	}
	releaseAll(groups[1])
	return n
}

// Each row of a table is a list of its own.
func table(rows, columns int) (size int) {
	cells := make([][]rcpool.Ref[Shard], rows)
	for i := range cells {
		cells[i] = make([]rcpool.Ref[Shard], columns)
		for j := range cells[i] {
			cells[i][j] = read(j)
		}
	}
	for _, row := range cells {
		for _, cell := range row {
			size += cell.Value().No
			cell.Release()
		}
	}
	return size
}
