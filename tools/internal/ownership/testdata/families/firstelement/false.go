package firstelement

// The first part is cut or replaced, and released.
func (w *window) add(p *part) {
	p.Retain()
	w.parts = append(w.parts, p)
	w.rows += p.rows
	for w.rows > w.max {
		first := w.parts[0]
		if over := w.rows - w.max; over < first.rows {
			w.parts[0] = first.slice(over)
			w.rows = w.max
		} else {
			w.parts = w.parts[1:]
			w.rows -= first.rows
		}
		first.Release()
	}
}

// The first part is replaced.
func (w *window) cut(p *part, by int) {
	p.Retain()
	w.parts = append(w.parts, p)
	for n := by; n > 0; n-- {
		first := w.parts[0]
		w.parts[0] = first.slice(n)
		first.Release()
	}
}
