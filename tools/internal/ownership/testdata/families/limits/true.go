package limits

import "github.com/rcpool/rcpool"

type writer1 struct {
	pending []rcpool.Ref[event]
	rows    int
	group   int
	out     *sink
}

// What was not written is dropped from the list.
func (w *writer1) add(n int) error {
	r := events.Get()
	r.Value().n = n
	w.pending = append(w.pending, r)
	w.rows += n
	if w.rows < w.group {
		return nil
	}
	return w.flush()
}

func (w *writer1) flush() error {
	if err := w.out.put(w.pending); err != nil {
		w.pending = w.pending[:0] // want "leak: "
		return err
	}
	for _, r := range w.pending {
		r.Release()
	}
	w.pending = w.pending[:0]
	return nil
}

func run1() error {
	w := &writer1{group: 4, out: &sink{room: 3}}
	for i := range 5 {
		if err := w.add(i); err != nil {
			println(err.Error())
		}
	}
	return w.flush()
}
