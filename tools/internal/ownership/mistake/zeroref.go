package mistake

// A ZeroRef is a method that is called on a zero reference.
type ZeroRef struct{ Method string }

// Category returns "zero-ref".
func (ZeroRef) Category() string { return "zero-ref" }

func (m ZeroRef) text(w words) string { return m.Method + " is called on a zero reference" + w.when }
