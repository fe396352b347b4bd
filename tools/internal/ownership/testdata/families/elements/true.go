package elements

import "github.com/rcpool/rcpool"

// The first element is released, and used.
func firstOf() int {
	two := []rcpool.Ref[Shard]{read(1), read(2)}
	two[0].Release()
	n := two[0].Value().No // want "use-after-release: "
	two[1].Release()
	return n
}

// One of the array's elements is released twice.
func sumOfArrayTwice() int {
	two := [2]rcpool.Ref[Shard]{read(1), read(2)}
	n := two[0].Value().No + two[1].Value().No
	two[1].Release()
	two[0].Release()
	two[1].Release() // want "double-release: "
	return n
}

// One of the entries is never released.
func byNameLost() int {
	m := map[string]rcpool.Ref[Shard]{"left": read(1), "right": read(2)} // missed "leak: "
	left, right := m["left"], m["right"]
	n := right.Value().No
	left.Release()
	return n
}

// The element that is handed over is released, too.
func pickReleased(i int) rcpool.Ref[Shard] {
	all := []rcpool.Ref[Shard]{read(0), read(1), read(2)}
	releaseAll(all)
	return all[i] // missed "(use-after-release|escape): "
}

// Those that are damaged are lost.
func filterLost(nos []int) (kept []rcpool.Ref[Shard]) {
	for _, no := range nos {
		shard := read(no) // want "leak: "
		if verify(shard.Value()) != nil {
			continue
		}
		kept = append(kept, shard)
	}
	return kept
}

// The shard that is dropped is used.
func useStripeDropped() int {
	s := stripe{data: [2]rcpool.Ref[Shard]{read(1), read(2)}, parity: read(3)}
	defer s.close()
	rcpool.Drop(&s.data[0])
	return s.data[0].Value().No // want "zero-ref: "
}

// After the two changed places the wrong one is used.
func swappedWrong() int {
	all := []rcpool.Ref[Shard]{read(1), read(2)}
	all[0], all[1] = all[1], all[0]
	all[0].Release()
	n := all[0].Value().No // want "use-after-release: "
	all[1].Release()
	return n
}

// The head of the slice was released with its tail.
func splitTwice() {
	all := []rcpool.Ref[Shard]{read(1), read(2), read(3)}
	head, tail := all[:2], all[1:]
	releaseAll(head)
	releaseAll(tail) // want "double-release: "
}

// Only one of the slices is released.
func groupsLost() (n int) {
	var groups [2][]rcpool.Ref[Shard]
	for no := range 4 {
		groups[no%2] = append(groups[no%2], read(no)) // want "leak: "
	}
	releaseAll(groups[0])
	for _, shard := range groups[1] {
		n += shard.Value().No
	}
	return n
}

// Each row of the table is released twice.
func tableTwice(rows int) {
	cells := make([][]rcpool.Ref[Shard], rows)
	for i := range cells {
		cells[i] = []rcpool.Ref[Shard]{read(i)}
	}
	for _, row := range cells {
		releaseAll(row)
		row[0].Release() // want "double-release: "
	}
}
