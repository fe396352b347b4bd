package firstelement

// The part is put there without a reference of its own.
func (w *window) put(p *part) {
	q := newPart(p.rows)
	w.parts = append(w.parts, q) // want "escape: "
	w.rows += q.rows
	q.Release()
}

// What was cut off is released twice.
func (w *window) drop() {
	first := newPart(1)
	w.parts = append(w.parts, newPart(2))
	first.Release()
	for range w.parts {
		first.Release() // want "double-release: "
	}
}
