package mistake

// A Detach takes an object out of its pool while another reference is held.
type Detach struct{}

// Category returns "detach".
func (Detach) Category() string { return "detach" }

func (Detach) text(w words) string {
	return w.name + " is detached while another reference, " + w.other + ", is held" + w.when
}
