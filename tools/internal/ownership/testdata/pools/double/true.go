package double

import (
	"bytes"
	"fmt"
	"io"
)

// copyAll puts on the error path although a Put is deferred.
func copyAll(w io.Writer, r io.Reader) error {
	buf := getBuf()
	defer bufs.Put(buf)
	if _, err := buf.ReadFrom(r); err != nil {
		bufs.Put(buf) // want "^double-release: "
		return err
	}
	_, err := buf.WriteTo(w)
	return err
}

// warn puts in the branch and again after it.
func warn(w io.Writer, text string) {
	e := events.Get().(*event)
	e.reset()
	e.text = text
	if _, err := io.WriteString(w, e.text); err != nil {
		e.reset()
		events.Put(e)
	}
	events.Put(e) // want "^double-release: "
}

// flush puts what the helper has put already.
func flush(w io.Writer, v fmt.Stringer) error {
	buf := getBuf()
	buf.WriteString(v.String())
	err := drain(w, buf)
	putBuf(buf) // want "^double-release: "
	return err
}

func drain(w io.Writer, buf *bytes.Buffer) error {
	defer putBuf(buf)
	_, err := buf.WriteTo(w)
	return err
}

// printAll defers the wrapper and calls the pool itself on one path.
func printAll(vs []fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer putBuf(buf)
	for _, v := range vs {
		if v == nil {
			bufs.Put(buf) // want "^double-release: "
			return io.ErrUnexpectedEOF
		}
		buf.WriteString(v.String())
	}
	_, err := fmt.Println(buf.String())
	return err
}

// twiceDeferred defers the Put at the top and once more further down.
func twiceDeferred(r io.Reader) (int64, error) {
	buf := getBuf()
	defer putBuf(buf)
	n, err := buf.ReadFrom(r)
	if err != nil {
		return n, err
	}
	defer bufs.Put(buf) // want "^double-release: "
	return int64(buf.Len()), nil
}

// failures puts the event once for each failure.
func failures(errs []error) int {
	e := events.Get().(*event)
	e.reset()
	n := e.code
	for _, err := range errs {
		if err != nil {
			n++
			events.Put(e) // want "^double-release: "
		}
	}
	return n
}

// save closes the writer itself and defers a Close that puts again.
func save(p []byte) (int, error) {
	w := newWriter()
	defer w.Close()
	if _, err := w.Write(p); err != nil {
		return 0, err
	}
	n := w.n
	if err := w.Close(); err != nil { // want "^double-release: "
		return 0, err
	}
	return n, nil
}

// finish calls the method that ends the event, and puts the event then.
func finish(code int) {
	e := events.Get().(*event)
	e.reset()
	e.code = code
	e.done()
	events.Put(e) // want "^double-release: "
}

// shadow puts the same buffer under two names.
func shadow(w io.Writer, lines []string) error {
	buf := getBuf()
	cur := buf
	for _, l := range lines {
		cur.WriteString(l)
	}
	_, err := w.Write(cur.Bytes())
	bufs.Put(cur)
	bufs.Put(buf) // want "^double-release: "
	return err
}

// convert puts explicitly and in a deferred closure that sees the same error.
func convert(r io.Reader) (text string, err error) {
	buf := getBuf()
	defer func() {
		if err != nil {
			bufs.Put(buf)
		}
	}()
	if _, err = buf.ReadFrom(r); err != nil {
		bufs.Put(buf) // want "^double-release: "
		return "", err
	}
	text = buf.String()
	bufs.Put(buf)
	return text, nil
}

// classify falls from one case that puts into another.
func classify(code int) string {
	e := events.Get().(*event)
	e.reset()
	e.code = code
	var kind string
	switch {
	case code >= 500:
		kind = "server"
		events.Put(e)
		fallthrough
	case code >= 400:
		kind += "error"
		events.Put(e) // want "^double-release: "
	default:
		kind = "ok"
		events.Put(e)
	}
	return kind
}

// report starts a goroutine that puts the buffer, and puts it too.
func report(w io.Writer, v fmt.Stringer) {
	buf := getBuf()
	buf.WriteString(v.String())
	go func() {
		defer putBuf(buf)
		_, _ = buf.WriteTo(w)
	}()
	putBuf(buf) // want "^double-release: "
}

// respond forgets to return after its error branch.
func respond(w io.Writer, r io.Reader) {
	buf := getBuf()
	_, err := buf.ReadFrom(r)
	if err == nil {
		_, err = buf.WriteTo(w)
	}
	if err != nil {
		fmt.Fprintln(w, err)
		putBuf(buf)
	}
	putBuf(buf) // want "^double-release: "
}
