package errorparts

import (
	"bytes"
	"errors"
)

// The error has a number of the frame.
func handleSeq(p []byte) error {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	f.payload = append(f.payload, p...)
	if f.kind == 0 {
		return failSeq(f, "no kind")
	}
	return nil
}

func checkedSeq(p []byte) (int, error) {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	f.payload = append(f.payload, p...)
	if err := checkSeq(f); err != nil {
		return 0, err
	}
	return len(f.payload), nil
}

// Its text is a copy.
func checkedText(p []byte) error {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	f.payload = append(f.payload, p...)
	if err := check(f); err != nil {
		return errors.New(err.Error())
	}
	return nil
}

// Another error is returned.
func checkedOther(p []byte) error {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	f.payload = append(f.payload, p...)
	if check(f) != nil {
		return errors.ErrUnsupported
	}
	return nil
}

// The error has a copy.
func parsedCopy(text string) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	return parseCopy(b.Bytes())
}

// It is used in time.
func reportedInTime(text string, report func(string)) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	if err := parse(b.Bytes()); err != nil {
		report(err.Error())
	}
}

// Only whether there is an error is asked after the Put.
func isWellFormed(text string) bool {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	err := parse(b.Bytes())
	buffers.Put(b)
	return err == nil
}

// The caller has the bytes.
func parsedBytes(p []byte) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.Write(p)
	if b.Len() == 0 {
		return nil
	}
	return parse(p)
}

// The error is kept until the frame goes back.
func handleTwoInTime(p []byte, report func(string)) {
	ref := frames.Get()
	defer ref.Release()
	f := ref.Value()
	f.payload = append(f.payload, p...)
	errs := []error{check(f), checkSeq(f)}
	for _, err := range errs {
		if err != nil {
			report(err.Error())
		}
	}
}
