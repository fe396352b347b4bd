package fieldsofmethods

import (
	"io"
	"unsafe"
)

// The buffer is put back when it is written, and by the deferred call.
func encodeTwice(w io.Writer, text string) error {
	e := &encoder{name: "twice"}
	e.begin()
	defer e.end()
	e.buf.WriteString(text)
	_, err := w.Write(e.buf.Bytes())
	e.end() // want "double-release: "
	return err
}

// When the write fails, the buffer is put back twice.
func encodeTwiceOnError(w io.Writer, text string) error {
	e := &encoder{name: "error"}
	e.begin()
	defer e.end()
	e.buf.WriteString(text)
	if _, err := w.Write(e.buf.Bytes()); err != nil {
		e.end() // want "double-release: "
		return err
	}
	return nil
}

// The buffer is written after it was put back.
func encodeLate(w io.Writer, texts []string) error {
	e := &encoder{name: "late"}
	e.begin()
	for _, text := range texts {
		e.buf.WriteString(text)
	}
	e.end()
	_, err := w.Write(e.buf.Bytes()) // want "use-after-release: "
	return err
}

// The bytes that are returned are the buffer's.
func encoded(text string) []byte {
	e := &encoder{name: "bytes"}
	e.begin()
	defer e.end()
	e.buf.WriteString(text)
	return e.buf.Bytes() // want "escape: "
}

// The block is put back while the slice has it.
func blockLate(size int) []byte {
	var b []byte
	h := (*header)(unsafe.Pointer(&b))
	h.data = blocks.Get().(*byte)
	h.len, h.cap = size, 64
	blocks.Put(h.data) // missed "escape: "
	return b
}

// The method is called after the error was put back.
func describeLate(text string) string {
	err := failures.Get().(error)
	err.(*failure).text = text
	failures.Put(err)
	return err.Error() // want "use-after-release: "
}
