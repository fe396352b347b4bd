package reset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"strings"
	"sync"

	"test/pools/bufpool"
)

// text leaves its text in the buffer for the next user.
func text(v fmt.Stringer) string {
	buf := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	s := buf.String()
	bufs.Put(buf) // want "^reset: "
	return s
}

// warn appends tags to those that the last user left.
func warn(w io.Writer, tag string) error {
	e := events.Get().(*event)
	e.level = "warn"
	e.tags = append(e.tags, tag)
	err := e.writeTo(w)
	events.Put(e) // want "^reset: "
	return err
}

// encode defers the Put and never empties the buffer.
func encode(w io.Writer, v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	defer bufs.Put(buf) // want "^reset: "
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// join uses wrappers, neither of which resets.
func join(lines []string) string {
	buf := getBuf()
	for _, l := range lines {
		buf.WriteString(l)
		buf.WriteByte('\n')
	}
	s := buf.String()
	putBuf(buf) // want "^reset: "
	return s
}

// joinElsewhere uses wrappers of another package, neither of which resets.
func joinElsewhere(lines []string) string {
	buf := bufpool.Get()
	for _, l := range lines {
		buf.WriteString(l)
	}
	s := buf.String()
	bufpool.Put(buf) // want "^reset: "
	return s
}

// count leaves its keys in the map.
func count(words []string) int {
	m := counts.Get().(map[string]int)
	for _, w := range words {
		m[w]++
	}
	n := len(m)
	counts.Put(m) // want "^reset: "
	return n
}

// upper fills a strings.Builder that still holds the last text.
func upper(words []string) string {
	sb := builders.Get().(*strings.Builder)
	for _, w := range words {
		sb.WriteString(strings.ToUpper(w))
	}
	s := strings.Clone(sb.String())
	builders.Put(sb) // want "^reset: "
	return s
}

// frame appends to whatever the slice held.
func frame(w io.Writer, payload []byte) error {
	bp := slices.Get().(*[]byte)
	*bp = append(*bp, byte(len(payload)))
	*bp = append(*bp, payload...)
	_, err := w.Write(*bp)
	slices.Put(bp) // want "^reset: "
	return err
}

// relay resets on the good path only.
func relay(w io.Writer, r io.Reader) error {
	buf := bufs.Get().(*bytes.Buffer)
	if _, err := buf.ReadFrom(r); err != nil {
		bufs.Put(buf) // want "^reset: "
		return err
	}
	_, err := w.Write(buf.Bytes())
	buf.Reset()
	bufs.Put(buf)
	return err
}

// render puts into the pool of a field, as dirty as any.
func (r *renderer) render(w io.Writer, v fmt.Stringer) error {
	buf, ok := r.pool.Get().(*bytes.Buffer)
	if !ok {
		buf = new(bytes.Buffer)
	}
	buf.WriteString(v.String())
	_, err := w.Write(buf.Bytes())
	r.pool.Put(buf) // want "^reset: "
	return err
}

// tagAll lets a helper write to the event.
func tagAll(w io.Writer, tags []string) error {
	e := events.Get().(*event)
	annotate(e, tags)
	err := e.writeTo(w)
	events.Put(e) // want "^reset: "
	return err
}

// label sets an optional field that the next user does not set.
func label(w io.Writer, level string, verbose bool) error {
	e := events.Get().(*event)
	if verbose {
		e.level = level
	}
	err := e.writeTo(w)
	events.Put(e) // want "^reset: "
	return err
}

// compare empties one of its two buffers.
func compare(a, b fmt.Stringer) bool {
	left, right := getBuf(), getBuf()
	left.WriteString(a.String())
	right.WriteString(b.String())
	same := bytes.Equal(left.Bytes(), right.Bytes())
	left.Reset()
	putBuf(left)
	putBuf(right) // want "^reset: "
	return same
}

// format writes to the buffer as an io.Writer.
func format(name string, values []int) string {
	buf := bufs.Get().(*bytes.Buffer)
	fmt.Fprintf(buf, "%s:", name)
	for _, v := range values {
		fmt.Fprintf(buf, " %d", v)
	}
	s := buf.String()
	bufs.Put(buf) // want "^reset: "
	return s
}

// digest adds to what the hash has seen before.
func digest(p []byte) []byte {
	h := hashes.Get().(hash.Hash)
	h.Write(p)
	sum := h.Sum(nil)
	hashes.Put(h) // want "^reset: "
	return sum
}

// decode leaves the fields that the next document does not mention.
func decode(w io.Writer, p []byte) error {
	e := events.Get().(*event)
	defer events.Put(e) // want "^reset: "
	if err := json.Unmarshal(p, e); err != nil {
		return err
	}
	return e.writeTo(w)
}

// annotateField leaves its entry in the map of the event.
func annotateField(w io.Writer, key, value string) error {
	e := events.Get().(*event)
	if e.fields == nil {
		e.fields = make(map[string]string)
	}
	e.fields[key] = value
	err := e.writeTo(w)
	events.Put(e) // want "^reset: "
	return err
}

// lines is told which pool to use, and leaves its lines there.
func lines(pool *sync.Pool, names []string) string {
	sb, ok := pool.Get().(*bytes.Buffer)
	if !ok {
		sb = new(bytes.Buffer)
	}
	for _, n := range names {
		fmt.Fprintln(sb, n)
	}
	s := sb.String()
	pool.Put(sb) // want "^reset: "
	return s
}

// unlessFilled resets the wrong one: the buffer that has got nothing.
func unlessFilled(w io.Writer, v fmt.Stringer) (err error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	if buf.Len() == 0 {
		bufs.Put(buf)
		return nil
	}
	_, err = w.Write(buf.Bytes())
	bufs.Put(buf) // want "^reset: "
	return err
}

// unlessLong looks for a lot.
func unlessLong(w io.Writer, v fmt.Stringer) (err error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	if buf.Len() > 100 {
		_, err = w.Write(buf.Bytes())
		buf.Reset()
	}
	bufs.Put(buf) // want "^reset: "
	return err
}
