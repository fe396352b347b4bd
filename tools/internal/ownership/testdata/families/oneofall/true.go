package oneofall

import (
	"slices"

	"github.com/rcpool/rcpool"
)

// The row that fails is released with the others, too.
func insertAll(t table, n int) error {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	defer func() {
		for _, r := range batch {
			r.Release()
		}
	}()
	for _, r := range batch {
		if err := t.Insert(r.Value()); err != nil {
			r.Release() // want "double-release: "
			return err
		}
	}
	return nil
}

// The row stays in the map.
func insertThird(t table, n int) (err error) {
	batch := map[int]rcpool.Ref[Row]{}
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch[i] = r
	}
	if r, ok := batch[3]; ok {
		err = t.Insert(r.Value())
		r.Release() // want "double-release: "
	}
	for _, r := range batch {
		r.Release()
	}
	return err
}

// The last row is released, and not cut off.
func dropLast(n int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	if n > 3 {
		batch[len(batch)-1].Release() // want "double-release: "
	}
	for _, r := range batch {
		r.Release()
	}
}

// A sorted copy has the same rows.
func median(n int) int {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	sorted := slices.Clone(batch)
	slices.SortFunc(sorted, func(a, b rcpool.Ref[Row]) int { return a.Value().N - b.Value().N })
	for _, r := range batch {
		r.Release()
	}
	return sorted[len(sorted)/2].Value().N // want "use-after-release: "
}

// Both lists are released.
func copies(n int) (sum int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	others := slices.Clone(batch)
	for _, r := range batch {
		sum += r.Value().N
		r.Release()
	}
	for _, r := range others {
		r.Release() // want "double-release: "
	}
	return sum
}

// The row is released by its index.
func releaseOne(n, which int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	batch[which].Release() // want "double-release: "
	for i := range batch {
		batch[i].Release()
	}
}

// The first row is released, and stays.
func releaseFirst(n int) (sum int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	for _, r := range batch {
		sum += r.Value().N
	}
	if sum == 0 {
		r := batch[0]
		r.Release() // want "double-release: "
	}
	for _, r := range batch {
		r.Release()
	}
	return sum
}

// A deferred loop is there, too.
func releaseEarly(t table, n int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	defer func() {
		for i := range batch {
			batch[i].Release()
		}
	}()
	for i := range batch {
		if t.Insert(batch[i].Value()) != nil {
			batch[i].Release() // want "double-release: "
			break
		}
	}
}
