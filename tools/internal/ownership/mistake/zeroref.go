package mistake

// A ZeroRef is a method that is called on a zero reference, by a function or by one that it calls.
type ZeroRef struct {
	Method string // or empty, if it is a function that uses the reference
}

// Category returns "zero-ref".
func (ZeroRef) Category() string { return "zero-ref" }

func (m ZeroRef) text(w words) string {
	if m.Method == "" {
		return "the function that is called uses a zero reference" + w.when
	}
	return m.Method + " is called on a zero reference" + w.when
}

var zeroRefDoc = Doc{
	ID: "zero-ref", Name: "ZeroRef", Level: "error",
	Summary: "a method is called on a zero Ref",
	Text: `The Ref was declared and never assigned, or Move or Drop zeroed it. At run time
every method panics except IsZero, Valid and TryRetain.`,
	Wrong: `func last(events []rcpool.Ref[Event]) int {
	var event rcpool.Ref[Event]
	return len(event.Value().Body) // event is still zero
}
`,
	Cure: `Assign the reference first. If it may be zero, check IsZero, or release it with
Drop, which ignores a zero Ref.`,
	Right: `func last(events []rcpool.Ref[Event]) int {
	if len(events) == 0 {
		return 0
	}
	event := events[len(events)-1]
	return len(event.Value().Body)
}
`,
}
