package pooledlists

import "github.com/rcpool/rcpool"

// The batch owns the row.
func (w *writer) inserted(n int) {
	r := rows.Get()
	b := w.current.Value()
	b.rows = append(b.rows, r)
	r.Value().N = n
}

// It has a reference of its own.
func (w *writer) shared(n int) int {
	r := rows.Get()
	defer r.Release()
	r.Value().N = n
	b := w.open["shared"].Value()
	b.rows = append(b.rows, r.Retain())
	return r.Value().N
}

// The row is taken out of the list again.
func (w *writer) tried(r rcpool.Ref[row]) error {
	b := w.current.Value()
	b.rows = append(b.rows, r)
	if len(b.rows) > 100 {
		b.rows = b.rows[:len(b.rows)-1]
		r.Release()
		return errFull
	}
	return nil
}

// The batch is over before the row is released, and its reset has forgotten it.
func (w *writer) lent(table string) int {
	r := labels.Get()
	defer r.Release()
	ref := sheets.Get()
	s := ref.Value()
	s.labels = append(s.labels, r)
	n := len(s.labels)
	ref.Release()
	return n
}

// All that the list has is released, and the list is cut.
func (w *writer) flushed(r rcpool.Ref[row]) {
	b := w.current.Value()
	b.rows = append(b.rows, r)
	for _, each := range b.rows {
		each.Release()
	}
	b.rows = b.rows[:0]
}

type label struct{ text string }

// A sheet borrows its labels.
type sheet struct{ labels []rcpool.Ref[label] }

func (s *sheet) Reset() {
	clear(s.labels)
	s.labels = s.labels[:0]
}

var (
	labels rcpool.Pool[label]
	sheets rcpool.Pool[sheet]
)
