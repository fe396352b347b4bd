package mistake

// A NonPointer is a value that is put into a sync.Pool where a pointer belongs.
type NonPointer struct{ Type string }

// Category returns "non-pointer".
func (NonPointer) Category() string { return "non-pointer" }

func (m NonPointer) text(words) string {
	return "putting a " + m.Type + " into a sync.Pool allocates each time; put a pointer to it"
}
