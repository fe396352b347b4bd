package mistake

// A NonPointer is a value that is put into a sync.Pool where a pointer belongs.
type NonPointer struct{ Type string }

// Category returns "non-pointer".
func (NonPointer) Category() string { return "non-pointer" }

func (m NonPointer) text(words) string {
	return "putting a " + m.Type + " into a sync.Pool allocates each time; put a pointer to it"
}

var nonPointerDoc = Doc{
	ID: "non-pointer", Name: "NonPointerPut", Level: "note",
	Summary: "a value that is not a pointer is put into a sync.Pool",
	Text: `A sync.Pool stores interfaces. Converting a slice or a struct to an interface
allocates, which is what the pool should avoid. This is SA6002 of staticcheck, and
//lint:ignore SA6002 or //nolint:staticcheck silence it here too.`,
	Wrong: `var buffers sync.Pool

func free(buffer []byte) {
	buffers.Put(buffer[:0]) // allocates a slice header
}
`,
	Cure: `Put a pointer into the pool.`,
	Right: `var buffers sync.Pool

func free(buffer *[]byte) {
	*buffer = (*buffer)[:0]
	buffers.Put(buffer)
}
`,
}
