package oneofall

import (
	"slices"

	"github.com/rcpool/rcpool"
)

// The row that fails is deleted.
func insertDeleted(t table, n int) error {
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
	for i, r := range batch {
		if err := t.Insert(r.Value()); err != nil {
			r.Release()
			batch = slices.Delete(batch, i, i+1)
			return err
		}
	}
	return nil
}

// Each row is cut off when it is done.
func insertFront(t table, n int) error {
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
	for len(batch) > 0 {
		r := batch[0]
		if err := t.Insert(r.Value()); err != nil {
			return err
		}
		r.Release()
		batch = batch[1:]
	}
	return nil
}

// It is cut off first.
func insertUntil(n, end int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	for len(batch) > 0 {
		r := batch[0]
		if r.Value().N > end {
			break
		}
		batch = batch[1:]
		r.Release()
	}
	for _, r := range batch {
		r.Release()
	}
}

// The row is deleted from the map.
func insertMap(t table, n int) (err error) {
	batch := map[int]rcpool.Ref[Row]{}
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch[i] = r
	}
	for k, r := range batch {
		if err = t.Insert(r.Value()); err != nil {
			r.Release()
			delete(batch, k)
			break
		}
	}
	for _, r := range batch {
		r.Release()
	}
	return err
}

// Another row is put in its place.
func insertOther(t table, n int) (err error) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	for i, r := range batch {
		if err = t.Insert(r.Value()); err != nil {
			r.Release()
			batch[i] = rows.Get()
			break
		}
	}
	for _, r := range batch {
		r.Release()
	}
	return err
}

// A map knows which rows are released.
func insertNoted(t table, n int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	done := map[int]bool{}
	for i, r := range batch {
		if err := t.Insert(r.Value()); err != nil {
			r.Release()
			done[i] = true
		}
	}
	for i, r := range batch {
		if !done[i] {
			r.Release()
		}
	}
}

// The last row is cut off.
func pop(n int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	if n > 3 {
		last := len(batch) - 1
		batch[last].Release()
		batch = batch[:last]
	}
	for _, r := range batch {
		r.Release()
	}
}

// Drop leaves a zero reference, which Drop leaves alone.
func zeroed(t table, n int) {
	var batch []rcpool.Ref[Row]
	for i := range n {
		r := rows.Get()
		r.Value().N = i
		batch = append(batch, r)
	}
	for i := range batch {
		if t.Insert(batch[i].Value()) != nil {
			rcpool.Drop(&batch[i])
		}
	}
	for i := range batch {
		rcpool.Drop(&batch[i])
	}
}
