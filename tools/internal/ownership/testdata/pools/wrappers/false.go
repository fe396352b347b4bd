package wrappers

import (
	"bytes"
	"fmt"
	"io"
)

// count uses the generic pool as intended.
func count(words []string) int {
	d := documents.Get()
	d.words = append(d.words, words...)
	n := index(d)
	documents.Put(d)
	return n
}

// titles puts every document of a local slice.
func titles(pages [][]string) []string {
	ds := make([]*document, 0, len(pages))
	defer func() {
		for _, d := range ds {
			documents.Put(d)
		}
	}()
	var out []string
	for _, words := range pages {
		d := documents.Get()
		ds = append(ds, d)
		if len(words) == 0 {
			continue
		}
		d.title = words[0]
		out = append(out, d.title)
	}
	return out
}

// logString returns a copy of the line.
func logString(s string) string {
	l := NewLine()
	defer l.Free()
	l.Append(s)
	return l.String()
}

// deferredDone defers the clean-up.
func deferredDone(w io.Writer, s string) error {
	buf, done := borrow()
	defer done()
	buf.WriteString(s)
	_, err := buf.WriteTo(w)
	return err
}

// passedOn hands the clean-up to its caller.
func passedOn(v fmt.Stringer) ([]byte, func()) {
	buf, done := borrow()
	buf.WriteString(v.String())
	return buf.Bytes(), done
}

// callback carries a copy out of the callback.
func callback(v fmt.Stringer) (out string, err error) {
	err = withBuffer(func(buf *bytes.Buffer) error {
		buf.WriteString(v.String())
		out = buf.String()
		return nil
	})
	return out, err
}

// queue sends messages, which the other side releases.
func queue(out chan<- *Message, keys []string, body []byte) {
	for _, k := range keys {
		m := NewMessage(k, body)
		select {
		case out <- m:
		default:
			m.Release()
		}
	}
	close(out)
}

// receive releases what queue has sent.
func receive(in <-chan *Message, w io.Writer) (err error) {
	for m := range in {
		if err == nil {
			_, err = w.Write(m.body)
		}
		m.Release()
	}
	return err
}

// forward releases a message and returns another.
func forward(key string, body []byte) *Message {
	m := NewMessage(key, body)
	next := m.derive(key + ".next")
	m.Release()
	return next
}

// ownOrGiven puts the buffer only if it is the function's own.
func ownOrGiven(buf *bytes.Buffer, v fmt.Stringer) string {
	own := buf == nil
	if own {
		buf = bufs.Get().(*bytes.Buffer)
	}
	buf.WriteString(v.String())
	s := buf.String()
	if own {
		give(&bufs, buf)
	}
	return s
}

// logAll frees each line before it takes the next.
func logAll(w io.Writer, texts []string) error {
	for _, s := range texts {
		l := NewLine()
		l.Append(s)
		_, err := w.Write(l.Bytes())
		l.Free()
		if err != nil {
			return fmt.Errorf("log: %w", err)
		}
	}
	return nil
}

// discard releases whatever knows how to be released.
func discard(vs ...any) {
	for _, v := range vs {
		if r, ok := v.(interface{ Release() }); ok {
			r.Release()
		}
	}
}

// indexer has a pool of its own.
type indexer struct {
	documents *Pool[document]
}

// merge takes one document from each of two pools.
func (x *indexer) merge(words []string) int {
	own, shared := x.documents.Get(), documents.Get()
	defer x.documents.Put(own)
	defer documents.Put(shared)
	own.words = append(own.words, words...)
	shared.words = append(shared.words, own.words...)
	return index(shared)
}

// sendOrDone calls the clean-up unless the other side was given it.
func sendOrDone(out chan<- func(), v fmt.Stringer) bool {
	buf, done := borrow()
	buf.WriteString(v.String())
	select {
	case out <- done:
		return true
	default:
		done()
		return false
	}
}
