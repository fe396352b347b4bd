package aliases

import (
	"bytes"
	"io"
	"unsafe"
)

// The bytes of the text are returned, and its capacity is kept.
func encode(s string) []byte {
	ref := texts.Get()
	defer ref.Release()
	ref.Value().set(s)
	return ref.Value().Bytes() // want "escape: "
}

// TrimSpace slices, and does not copy.
func trim(s string) []byte {
	buf := buffers.Get()
	defer buf.Release()
	buf.Value().WriteString(s)
	return bytes.TrimSpace(buf.Value().Bytes()) // want "escape: "
}

// The receiver reads bytes that are overwritten by the next lease.
func sendBytes(out chan<- []byte, s string) {
	ref := texts.Get()
	defer ref.Release()
	ref.Value().set(s)
	out <- ref.Value().Bytes() // want "escape: "
}

// The bytes are written when the text is gone.
func writeLate(w io.Writer, s string) error {
	ref := texts.Get()
	ref.Value().set(s)
	content := ref.Value().Bytes()
	ref.Release()
	_, err := w.Write(content) // want "use-after-release: "
	return err
}

// The string is made of the buffer's bytes.
func unsafeString(s string) string {
	buf := buffers.Get()
	defer buf.Release()
	buf.Value().WriteString(s)
	content := buf.Value().Bytes()
	return unsafe.String(unsafe.SliceData(content), len(content)) // want "escape: "
}

// The field itself is no copy either.
func prefix(s string) []byte {
	ref := texts.Get()
	defer ref.Release()
	t := ref.Value()
	t.set(s)
	if len(t.data) < 4 {
		return nil
	}
	return t.data[:4] // want "escape: "
}

// Next returns a part of the buffer.
func nextFour(r io.Reader) (sum int) {
	buf := buffers.Get()
	_, _ = buf.Value().ReadFrom(r)
	head := buf.Value().Next(4)
	buf.Release()
	for _, b := range head { // want "use-after-release: "
		sum += int(b)
	}
	return sum
}
