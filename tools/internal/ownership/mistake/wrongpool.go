package mistake

// A WrongPool is an object that is put into another pool than it came from.
type WrongPool struct{}

// Category returns "wrong-pool".
func (WrongPool) Category() string { return "wrong-pool" }

func (WrongPool) text(w words) string {
	return w.name + " is put into the wrong pool" + w.when + w.because()
}

// A WrongType is an object that is put into a pool from which nobody takes one of its
// type.
type WrongType struct{ Type, Taken string }

// Category returns "wrong-pool".
func (WrongType) Category() string { return "wrong-pool" }

func (m WrongType) text(words) string {
	return "a " + m.Type + " is put into a pool whose objects are taken out as " + m.Taken
}

var wrongPoolDoc = Doc{
	ID: "wrong-pool", Name: "WrongPool", Level: "error",
	Summary: "an object is put into a pool that it did not come from",
	Text: `An object from one sync.Pool is put into another. A later Get from that pool may
return an object of the wrong size or with the wrong contents. If the object is not
even of the type that all functions take out of the pool, they panic or throw it away.`,
	Wrong: `var small, large sync.Pool

func copySmall(w io.Writer, r io.Reader) error {
	buffer := small.Get().(*bytes.Buffer)
	defer large.Put(buffer) // it came from small
	buffer.Reset()
	if _, err := buffer.ReadFrom(r); err != nil {
		return err
	}
	_, err := buffer.WriteTo(w)
	return err
}
`,
	Cure: `Put the object into the pool that it came from.`,
	Right: `var small sync.Pool

func copySmall(w io.Writer, r io.Reader) error {
	buffer := small.Get().(*bytes.Buffer)
	defer small.Put(buffer)
	buffer.Reset()
	if _, err := buffer.ReadFrom(r); err != nil {
		return err
	}
	_, err := buffer.WriteTo(w)
	return err
}
`,
}
