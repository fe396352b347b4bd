package errorparts

import "bytes"

// The error has the frame.
func handle(p []byte) error {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	f.payload = append(f.payload, p...)
	if f.kind == 0 {
		return fail(f, "no kind") // want "escape: "
	}
	return nil
}

// A function further down has made it.
func checked(p []byte) (int, error) {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	f.payload = append(f.payload, p...)
	if err := check(f); err != nil {
		return 0, err // want "escape: "
	}
	return len(f.payload), nil
}

// The error has a part of the buffer.
func parsed(text string) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	return parse(b.Bytes()) // want "escape: "
}

// It is used after the Put.
func reported(text string, report func(error)) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	err := parse(b.Bytes())
	buffers.Put(b)
	if err != nil {
		report(err) // want "use-after-release: "
	}
}

// The error is of a struct that is no pointer, and is returned from a literal.
func parsedLater(text string) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	try := func() error { return parse(b.Bytes()) }
	if err := try(); err != nil {
		return err // want "escape: "
	}
	return nil
}

// The error is kept in a variable.
func parsedBefore(text string) bool {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	err := parse(b.Bytes())
	lastError = err // want "escape: "
	return err == nil
}

// The second frame fails.
func handleTwo(p, q []byte) error {
	first, second := frames.Get(), frames.Get()
	defer first.Release()
	defer second.Release()
	first.Value().payload = append(first.Value().payload, p...)
	second.Value().payload = append(second.Value().payload, q...)
	if len(p) != len(q) {
		return fail(second.Value(), "too long") // want "escape: "
	}
	return nil
}

// The frame is released at once.
func handleOnce(p []byte) error {
	ref := frames.Get()
	f := ref.Value()
	f.payload = append(f.payload, p...)
	err := check(f)
	ref.Release()
	return err // want "use-after-release: "
}
