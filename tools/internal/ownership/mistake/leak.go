package mistake

// A Leak is a reference that its owner does not release on some path.
type Leak struct {
	Contained bool // it is in a local container
	Lossy     bool // its pool may lose objects, but no path puts this one back
}

// Category returns "leak".
func (Leak) Category() string { return "leak" }

func (m Leak) text(w words) string {
	text := w.name + " is not released" + w.when + w.because()
	if m.Lossy {
		text = w.name + " is not put back into its pool on any path"
	}
	if m.Contained {
		text += "; the container that holds it is dropped"
	}
	return text
}
