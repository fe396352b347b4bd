package fieldsofmethods

import (
	"io"
	"unsafe"
)

// The buffer is put back once.
func encodeOnce(w io.Writer, text string) error {
	e := &encoder{name: "once"}
	e.begin()
	defer e.end()
	e.buf.WriteString(text)
	_, err := w.Write(e.buf.Bytes())
	return err
}

// The second end does nothing.
func encodeGuarded(w io.Writer, text string) error {
	e := &encoder{name: "guarded"}
	e.begin()
	defer e.endOnce()
	e.buf.WriteString(text)
	if _, err := w.Write(e.buf.Bytes()); err != nil {
		return err
	}
	e.endOnce()
	return nil
}

// Each turn has a buffer of its own.
func encodeEach(w io.Writer, texts []string) error {
	e := &encoder{name: "each"}
	for _, text := range texts {
		e.begin()
		e.buf.WriteString(text)
		_, err := w.Write(e.buf.Bytes())
		e.end()
		if err != nil {
			return err
		}
	}
	return nil
}

// A buffer that is begun is the encoder's, and so the caller's.
func begun(name string) *encoder {
	e := &encoder{name: name}
	e.begin()
	return e
}

// The block is in the slice that is returned, under another name.
func block(size int) []byte {
	var b []byte
	h := (*header)(unsafe.Pointer(&b))
	h.data = blocks.Get().(*byte)
	h.len, h.cap = size, 64
	return b
}

// The method belongs to no package.
func describe(text string) string {
	err := failures.Get().(error)
	defer failures.Put(err)
	err.(*failure).text = text
	return err.Error()
}
