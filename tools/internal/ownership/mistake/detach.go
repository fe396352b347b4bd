package mistake

// A Detach takes an object out of its pool while another reference is held.
type Detach struct{}

// Category returns "detach".
func (Detach) Category() string { return "detach" }

func (Detach) text(w words) string {
	return w.name + " is detached while another reference, " + w.other + ", is held" + w.when
}

var detachDoc = Doc{
	ID: "detach", Name: "SharedDetach", Level: "error",
	Summary: "an object is detached while other references are held",
	Text: `Detach takes an object out of its pool for good. Only the sole owner may do so, but
here another reference of the same lease is live. At run time Detach panics.`,
	Wrong: `func take(event rcpool.Ref[Event]) *Event {
	other := event.Retain()
	defer other.Release()
	return event.Detach() // other is still live
}
`,
	Cure: `Release the other references first, or copy the object.`,
	Right: `func take(event rcpool.Ref[Event]) *Event {
	return event.Detach()
}
`,
}
