package mistake

// A UseAfterRelease is the use of an object after its last known reference was
// released or handed over.
type UseAfterRelease struct{}

// Category returns "use-after-release".
func (UseAfterRelease) Category() string { return "use-after-release" }

func (UseAfterRelease) text(w words) string {
	return w.name + " is used after it was " + w.other + w.when
}
