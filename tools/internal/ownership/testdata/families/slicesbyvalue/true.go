package slicesbyvalue

import (
	"io"
)

// The slice is put back before it is written.
func writeLinesLate(w io.Writer, texts ...string) error {
	buffer := *pointers.Get().(*[]byte)
	for _, text := range texts {
		buffer = appendLine(buffer, text)
	}
	lines := buffer
	buffer = buffer[:0]
	pointers.Put(&buffer)
	return write(w, lines) // want "use-after-release: "
}

// When writing fails, the pointer is put back twice.
func writeLineTwice(w io.Writer, text string) error {
	p := pointers.Get().(*[]byte)
	defer pointers.Put(p)
	*p = appendLine((*p)[:0], text)
	if err := write(w, *p); err != nil {
		pointers.Put(p) // want "double-release: "
		return err
	}
	return nil
}

// Nobody has said that the allocation is accepted.
func putSliceAllocating(b []byte) {
	values.Put(b) // want "non-pointer: "
}

// What staticcheck is told about is another mistake.
func putOtherSlice(b []byte) {
	//nolint:errcheck
	values.Put(b) // want "non-pointer: "
}

// The slice is read after it was put back.
func readOnceLate(r io.Reader) (byte, error) {
	b := getSlice()
	_, err := r.Read(b)
	putSlice(b)
	return b[0], err // want "use-after-release: "
}

// The head is a part of the slice.
func readHeadBytes(r io.Reader, n int) ([]byte, error) {
	b := values.Get().([]byte)
	head := b[:n]
	_, err := io.ReadFull(r, head)
	values.Put(b)    //nolint:staticcheck // SA6002
	return head, err // want "(escape|use-after-release): "
}

// What is returned is the slice that is put back.
func lineBytes(text string) []byte {
	buffer := *pointers.Get().(*[]byte)
	defer func() { pointers.Put(&buffer) }()
	buffer = appendLine(buffer[:0], text)
	return buffer // missed "escape: "
}

// The slice is never put back.
func writeLost(w io.Writer, texts ...string) error {
	p := pointers.Get().(*[]byte) // missed "leak: "
	b := (*p)[:0]
	for _, text := range texts {
		b = appendLine(b, text)
	}
	return write(w, b)
}

// The field has the slice longer than that.
func (f *frame) fill(w io.Writer, text string) error {
	b := getSlice()
	f.body = append(b[:0], text...) // missed "escape: "
	err := write(w, f.body)
	putSlice(b)
	return err
}
