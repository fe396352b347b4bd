package ignoredresults

import (
	"bytes"
	"io"
)

// The only caller leaves the buffer alone if there is an error.
func pack(text string) (b *bytes.Buffer, size int, err error) {
	b = getBuffer()
	if err = packTo(b, text); err != nil {
		putBuffer(b)
		return
	}
	size = b.Len()
	return
}

func send(w io.Writer, text string) error {
	b, size, err := pack(text)
	if err != nil {
		return err
	}
	defer putBuffer(b)
	if size > 1000 {
		return errFull
	}
	_, err = w.Write(b.Bytes())
	return err
}

// The only caller puts it into a batch, and returns that beside the error.
func packed(text string) (*bytes.Buffer, error) {
	b := getBuffer()
	err := packTo(b, text)
	if err != nil {
		putBuffer(b)
		return b, err
	}
	return b, nil
}

func newBatch(text string, plain bool) (made *batch, err error) {
	made = &batch{size: len(text)}
	if !plain {
		made.packed, err = packed(text)
	}
	return
}

func sendBatch(w io.Writer, text string) error {
	made, err := newBatch(text, len(text) < 10)
	if err != nil {
		return err
	}
	if made.packed == nil {
		_, err = io.WriteString(w, text)
		return err
	}
	_, err = w.Write(made.packed.Bytes())
	putBuffer(made.packed)
	return err
}

// The only caller takes it in one of two ways, if there is no error.
func packIf(text string) (b *bytes.Buffer, err error) {
	b = getBuffer()
	if err = packTo(b, text); err != nil {
		putBuffer(b)
	}
	return b, err
}

func sendIf(w io.Writer, text string, small bool) (err error) {
	var b *bytes.Buffer
	if !small {
		b, err = packIf(text)
		if err != nil {
			return err
		}
	}
	if b == nil {
		_, err = io.WriteString(w, text)
		return err
	}
	_, err = b.WriteTo(w)
	putBuffer(b)
	return err
}

// Its callers drop it, or take it if there is no error.
func packFor(text string) (*bytes.Buffer, error) {
	b := getBuffer()
	if err := packTo(b, text); err != nil {
		putBuffer(b)
		return b, err
	}
	return b, nil
}

func sizeFor(text string) int {
	if b, err := packFor(text); err == nil {
		defer putBuffer(b)
		return b.Len()
	}
	return 0
}

func canPack(text string) bool {
	_, err := packFor(text[:0])
	return err == nil
}
