package pooledlists

import "github.com/rcpool/rcpool"

// The batch in the field has the row now.
func (w *writer) insert(n int) {
	r := rows.Get()
	r.Value().N = n
	b := w.current.Value()
	b.rows = append(b.rows, r) // want "escape: r is stored in a field, but released"
	r.Release()
}

// So has the one in the map.
func (w *writer) insertInto(table string, n int) {
	r := rows.Get()
	defer r.Release()
	r.Value().N = n
	b := w.open[table].Value()
	b.rows = append(b.rows, r) // want "escape: r is stored in a field, but released"
}

// A parameter is stored, too, and then released.
func (w *writer) add(r rcpool.Ref[row]) {
	b := w.current.Value()
	b.rows = append(b.rows, r) // want "escape: r is stored in a field, but released"
	if len(b.rows) > 1 {
		b.table = "many"
	}
	r.Release()
}

// On the way that is full, the row stays in the list.
func (w *writer) tryAdd(r rcpool.Ref[row]) error {
	b := w.current.Value()
	b.rows = append(b.rows, r) // want "escape: r is stored in a field, but released"
	if len(b.rows) > 100 {
		r.Release()
		return errFull
	}
	return nil
}

// The batch that is made when there is none is in the map before.
func (w *writer) insertOpen(table string, n int) {
	r := rows.Get()
	r.Value().N = n
	ref, ok := w.open[table]
	if !ok {
		ref = batches.Get()
		w.open[table] = ref
	}
	b := ref.Value()
	b.rows = append(b.rows, r) // want "escape: r is stored in a field, but released"
	r.Release()
}
