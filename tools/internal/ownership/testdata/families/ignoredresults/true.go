package ignoredresults

import (
	"bytes"
	"io"
	"log"
)

// Its caller puts the buffer back again.
func packAll(texts []string) (b *bytes.Buffer, err error) {
	b = getBuffer()
	for _, text := range texts {
		if err = packTo(b, text); err != nil {
			putBuffer(b)
			return // want "use-after-release: "
		}
	}
	return
}

func sendAll(w io.Writer, texts []string) error {
	b, err := packAll(texts)
	defer putBuffer(b)
	if err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// Its caller prints how much there is.
func packFirst(text string) (*bytes.Buffer, error) {
	b := getBuffer()
	if err := packTo(b, text); err != nil {
		putBuffer(b)
		return b, err // want "use-after-release: "
	}
	return b, nil
}

func sendFirst(w io.Writer, text string) error {
	b, err := packFirst(text)
	if err != nil {
		log.Printf("%v after %d bytes", err, b.Len())
		return err
	}
	defer putBuffer(b)
	_, err = w.Write(b.Bytes())
	return err
}

// Anybody may call this one.
func Pack(text string) (*bytes.Buffer, error) {
	b := getBuffer()
	if err := packTo(b, text); err != nil {
		putBuffer(b)
		return b, err // want "use-after-release: "
	}
	return b, nil
}

// Its caller's caller uses the batch in spite of the error.
func packHalf(text string) (*bytes.Buffer, error) {
	b := getBuffer()
	if err := packTo(b, text[:len(text)/2]); err != nil {
		putBuffer(b)
		return b, err // want "use-after-release: "
	}
	return b, nil
}

func newHalf(text string) (made *batch, err error) {
	made = &batch{size: len(text)}
	made.packed, err = packHalf(text)
	return
}

func sendHalf(w io.Writer, text string) error {
	made, err := newHalf(text)
	if made.packed != nil {
		_, _ = w.Write(made.packed.Bytes())
		putBuffer(made.packed)
	}
	return err
}
