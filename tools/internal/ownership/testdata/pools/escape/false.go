package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
)

// renderString returns a string, which is a copy.
func renderString(v fmt.Stringer) string {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	return buf.String()
}

// renderClone returns a clone of the bytes.
func renderClone(v fmt.Stringer) []byte {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	return bytes.Clone(buf.Bytes())
}

// readCopy returns a copy of the part of the page that was read.
func readCopy(r io.Reader) ([]byte, error) {
	bp := pages.Get().(*[]byte)
	defer pages.Put(bp)
	n, err := io.ReadFull(r, *bp)
	if err != nil {
		return nil, err
	}
	return append([]byte(nil), (*bp)[:n]...), nil
}

// writeTo returns what Write returns, not the buffer.
func writeTo(w io.Writer, v fmt.Stringer) (int, error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	return w.Write(buf.Bytes())
}

// goWithOwner gives the buffer to a goroutine that puts it back.
func goWithOwner(w io.Writer, v fmt.Stringer) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	go func() {
		defer bufs.Put(buf)
		_, _ = w.Write(buf.Bytes())
	}()
}

// fanOut waits for its goroutines before it puts the buffer back.
func fanOut(ws []io.Writer, v fmt.Stringer) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	var wg sync.WaitGroup
	for _, w := range ws {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, _ = w.Write(buf.Bytes())
		}()
	}
	wg.Wait()
}

// waitForAnswer receives from its only goroutine before the Put.
func waitForAnswer(w io.Writer, v fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	done := make(chan error)
	go func() {
		_, err := w.Write(buf.Bytes())
		done <- err
	}()
	err := <-done
	bufs.Put(buf)
	return err
}

// publishOwned sends the event; the receiver puts it back.
func publishOwned(out chan<- *event, id int, name string) {
	e := newEvent(id, name)
	out <- e
}

// offerOrDrop puts the event back only if nobody took it.
func offerOrDrop(out chan<- *event, id int, name string) bool {
	e := newEvent(id, name)
	select {
	case out <- e:
		return true
	default:
		putEvent(e)
		return false
	}
}

// rememberID keeps a copied field.
func rememberID(id int, name string) {
	e := newEvent(id, name)
	deliver(e)
	lastID = e.id
	putEvent(e)
}

// newFrame stores the buffer in the struct that owns it.
func newFrame(v fmt.Stringer) *frame {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	return &frame{buf: buf}
}

// during keeps the buffer in a field while it works, no longer.
func (s *server) during(v fmt.Stringer) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	s.current = buf
	defer func() {
		s.current = nil
		bufs.Put(buf)
	}()
	buf.WriteString(v.String())
	return s.currentLen()
}

func (s *server) currentLen() int { return s.current.Len() }

// fillCopy caches a string made of the bytes.
func (s *server) fillCopy(key string, v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err
	}
	s.cache[key] = []byte(buf.String())
	return nil
}

// lend gives the buffer and the function that puts it back.
func lend() (*bytes.Buffer, func()) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	return buf, func() { bufs.Put(buf) }
}

// sortedNames keeps events in a local slice that ends with the function.
func sortedNames(names []string) []string {
	var local []*event
	for i, n := range names {
		local = append(local, newEvent(i, n))
	}
	slices.SortFunc(local, func(a, b *event) int { return b.id - a.id })
	out := make([]string, 0, len(local))
	for _, e := range local {
		out = append(out, e.name)
		putEvent(e)
	}
	return out
}

// each lends the event to a callback that returns before the Put.
func each(names []string, f func(*event) error) error {
	for i, n := range names {
		e := newEvent(i, n)
		err := f(e)
		putEvent(e)
		if err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
	}
	return nil
}

// fillResponseCopy appends to the slice that the caller owns.
func fillResponseCopy(resp *response, v fmt.Stringer) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	resp.Status = buf.Len()
	resp.Body = append(resp.Body[:0], buf.Bytes()...)
	bufs.Put(buf)
}
