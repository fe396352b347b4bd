package mistake

import "fmt"

// A DoubleRelease is the release of a reference that was released or handed over.
type DoubleRelease struct {
	HandedOver bool
	StillHeld  string    // the field that still had the object
	Shared     [2]string // the fields that may have the same object
	Twice      bool      // it was stored in two places that own what they have
	Swept      bool      // a loop before may have released it, and left it in its container
	OneOfAll   bool      // it is an element of a container, and all of them are released later
	LeftIn     string    // the field in which it was left by the function that returned it
}

// Category returns "double-release".
func (DoubleRelease) Category() string { return "double-release" }

func (m DoubleRelease) text(w words) string {
	if m.HandedOver {
		return w.name + " is released after it was " + w.other + w.when
	}
	if m.StillHeld != "" {
		return "an object is released that may have been released before: field " + m.StillHeld + " still has it then"
	}
	if m.Shared[0] != "" {
		return fmt.Sprintf("fields %s and %s may have the same object, and both are released", m.Shared[0], m.Shared[1])
	}
	if m.Twice {
		return "a reference is stored twice and not retained, and both are released"
	}
	if m.Swept {
		return "an element is released that a loop before may have released: it is still in the container"
	}
	if m.OneOfAll {
		return "an element is released that is still in its container" + w.when + w.because()
	}
	if m.LeftIn != "" {
		return "a reference is released that is still in field " + m.LeftIn + ": the function that has returned it retains others, or acquires them"
	}
	return w.name + " is released twice" + w.when + w.because()
}

// A Reclosed field is released by each call of Close, because the field keeps what was
// released, or because only a copy of the receiver is changed.
type Reclosed struct {
	Type, Field string
	Copied      bool
}

// Category returns "double-release".
func (Reclosed) Category() string { return "double-release" }

func (m Reclosed) text(words) string {
	why := "the method asks whether the field is nil, but does not clear it"
	if m.Copied {
		why = "the method clears the field in a copy of its receiver"
	}
	return fmt.Sprintf("a second Close releases field %s of %s again: %s", m.Field, m.Type, why)
}

var doubleReleaseDoc = Doc{
	ID: "double-release", Name: "DoubleRelease", Level: "error",
	Summary: "a reference is released twice",
	Text: `The reference was given up before: it was released here or in a callee, released by
a deferred call, sent on a channel, or stored where somebody else releases it. A
copy of a Ref is the same reference, not a second one. At run time the second
release panics. With other pools the object gets two owners.`,
	Wrong: `func publish(event rcpool.Ref[Event], w io.Writer) error {
	defer event.Release()
	if len(event.Value().Body) == 0 {
		event.Release() // released again when the function returns
		return errEmpty
	}
	_, err := w.Write(event.Value().Body)
	return err
}
`,
	Cure: `Release in one place; the deferred release is enough. If somebody else needs the
object too, call Retain and hand over that reference.`,
	Right: `func publish(event rcpool.Ref[Event], w io.Writer) error {
	defer event.Release()
	if len(event.Value().Body) == 0 {
		return errEmpty
	}
	_, err := w.Write(event.Value().Body)
	return err
}
`,
}
