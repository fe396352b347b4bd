package mistake

// A DoubleRelease is the release of a reference that was released or handed over.
type DoubleRelease struct {
	HandedOver bool
}

// Category returns "double-release".
func (DoubleRelease) Category() string { return "double-release" }

func (m DoubleRelease) text(w words) string {
	if m.HandedOver {
		return w.name + " is released after it was " + w.other + w.when
	}
	return w.name + " is released twice" + w.when + w.because()
}
