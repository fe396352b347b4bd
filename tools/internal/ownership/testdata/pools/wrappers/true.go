package wrappers

import (
	"bytes"
	"fmt"
	"io"
)

// titleOf reads a document that the generic pool has back.
func titleOf(words []string) string {
	d := documents.Get()
	d.title = words[0]
	d.words = append(d.words, words...)
	documents.Put(d)
	return d.title // want "^use-after-release: "
}

// indexed puts a document twice into the generic pool.
func indexed(words []string) (int, error) {
	d := documents.Get()
	defer documents.Put(d)
	d.words = append(d.words, words...)
	if len(d.words) == 0 {
		documents.Put(d) // want "^double-release: "
		return 0, io.ErrUnexpectedEOF
	}
	return index(d), nil
}

// parsed returns a document that the generic pool takes back.
func parsed(words []string) *document {
	d := documents.Get()
	defer documents.Put(d)
	d.words = append(d.words, words...)
	return d // want "^escape: "
}

// emit sends a document and puts it.
func emit(out chan<- *document, words []string) {
	d := documents.Get()
	d.words = append(d.words, words...)
	out <- d // want "^escape: "
	documents.Put(d)
}

// logLine reads a line after it has freed itself.
func logLine(w io.Writer, s string) error {
	l := NewLine()
	l.Append(s)
	l.Append("\n")
	l.Free()
	_, err := w.Write(l.Bytes()) // want "^use-after-release: "
	return err
}

// logBytes keeps the memory of a line that has freed itself.
func logBytes(w io.Writer, s string) error {
	l := NewLine()
	l.Append(s)
	b := l.Bytes()
	l.Free()
	_, err := w.Write(b) // want "^use-after-release: "
	return err
}

// logTwice frees a line by hand and by defer.
func logTwice(w io.Writer, s string) error {
	l := NewLine()
	defer l.Free()
	l.Append(s)
	if _, err := w.Write(l.Bytes()); err != nil {
		l.Free() // want "^double-release: "
		return fmt.Errorf("log: %w", err)
	}
	return nil
}

// tooSoon gives the borrowed buffer back and writes to it then.
func tooSoon(w io.Writer, s string) error {
	buf, done := borrow()
	buf.WriteString(s)
	_, err := w.Write(buf.Bytes())
	done()
	buf.WriteString("\n") // want "^use-after-release: "
	return err
}

// doneTwice calls the clean-up that is deferred as well.
func doneTwice(w io.Writer, s string) error {
	buf, done := borrow()
	defer done()
	buf.WriteString(s)
	if _, err := buf.WriteTo(w); err != nil {
		done() // want "^double-release: "
		return err
	}
	return nil
}

// keep carries the bytes out of the callback.
func keep(v fmt.Stringer) (out []byte, err error) {
	err = withBuffer(func(buf *bytes.Buffer) error {
		buf.WriteString(v.String())
		out = buf.Bytes()
		return nil
	})
	return out, err // want "^escape: "
}

// background starts a goroutine in the callback.
func background(w io.Writer, v fmt.Stringer) error {
	return withBuffer(func(buf *bytes.Buffer) error {
		buf.WriteString(v.String())
		go func() { // want "^escape: "
			_, _ = w.Write(buf.Bytes())
		}()
		return nil
	})
}

// bodyLen measures a message that is released.
func bodyLen(key string, body []byte) int {
	m := NewMessage(key, body)
	if m.key == "" {
		m.Release()
		return 0
	}
	m.Release()
	return len(m.body) // want "^use-after-release: "
}

// given asks a buffer that a helper has put into the pool it was told.
func given(v fmt.Stringer) int {
	buf, _ := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	give(&bufs, buf)
	return buf.Cap() // want "^use-after-release: "
}

// methodValue defers a method value and calls the method too.
func methodValue(w io.Writer, key string, body []byte) error {
	m := NewMessage(key, body)
	release := m.Release
	defer release()
	if _, err := w.Write(m.body); err != nil {
		m.Release() // want "^double-release: "
		return err
	}
	return nil
}
