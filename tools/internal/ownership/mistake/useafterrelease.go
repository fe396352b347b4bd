package mistake

// A UseAfterRelease is the use of an object after its last known reference was
// released or handed over.
type UseAfterRelease struct {
	StillHeld string // the field that still had the object
	Owner     string // the field that owned the memory that it is a part of
	Grown     bool   // it is memory that a ByteRef may have left when it grew
	LentBy    string // the field with the map whose entry had the object
	Swept     bool   // a loop before may have released it, and left it in its container
}

// Category returns "use-after-release".
func (UseAfterRelease) Category() string { return "use-after-release" }

func (m UseAfterRelease) text(w words) string {
	if m.StillHeld != "" {
		return "an object is used that may have been released: field " + m.StillHeld + " still has it then"
	}
	if m.Owner != "" {
		return "a part of memory is used after its owner, field " + m.Owner + ", was released"
	}
	if m.LentBy != "" {
		return "an object is used that was borrowed from an entry of field " + m.LentBy + ", which was released before"
	}
	if m.Grown {
		return "bytes are used that were borrowed before the reference grew: they may be in a block that has gone back"
	}
	if m.Swept {
		return "an element is used that a loop before may have released: it is still in the container"
	}
	return w.name + " is used after it was " + w.other + w.when
}

var useAfterReleaseDoc = Doc{
	ID: "use-after-release", Name: "UseAfterRelease", Level: "error",
	Summary: "an object is used after its last release",
	Text: `A *T is borrowed: it may be used until its reference is released, and no longer.
The same holds for slices that share the object's memory. After the release the
object may have a new owner, whose data is read or overwritten here.`,
	Wrong: `func body(events *rcpool.Pool[Event]) int {
	event := events.Get()
	value := event.Value()
	event.Release()
	return len(value.Body) // the event may have a new owner
}
`,
	Cure: `Use the object before the release, or copy what must outlive it.`,
	Right: `func body(events *rcpool.Pool[Event]) int {
	event := events.Get()
	defer event.Release()
	return len(event.Value().Body)
}
`,
}
