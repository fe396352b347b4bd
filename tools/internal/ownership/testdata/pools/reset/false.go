package reset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"

	"test/pools/bufpool"
)

// resetOnGet empties the buffer before it writes.
func resetOnGet(v fmt.Stringer) string {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	s := buf.String()
	bufs.Put(buf)
	return s
}

// resetOnPut empties the buffer in the deferred closure.
func resetOnPut(w io.Writer, v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	defer func() {
		buf.Reset()
		bufs.Put(buf)
	}()
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// getWrapperResets pairs a get wrapper that resets with a plain put.
func getWrapperResets(lines []string) string {
	buf := getEmpty()
	for _, l := range lines {
		buf.WriteString(l)
	}
	s := buf.String()
	putBuf(buf)
	return s
}

// putWrapperResets pairs a plain get with a put wrapper that resets.
func putWrapperResets(lines []string) string {
	buf := getBuf()
	for _, l := range lines {
		buf.WriteString(l)
	}
	s := buf.String()
	putEmptied(buf)
	return s
}

// elsewhereResets uses wrappers of another package, one of which resets.
func elsewhereResets(lines []string) string {
	buf := bufpool.GetClean()
	defer bufpool.PutClean(buf)
	for _, l := range lines {
		buf.WriteString(l)
	}
	return buf.String()
}

// overwrite assigns the whole object, old fields included.
func overwrite(w io.Writer, tag string) error {
	e := events.Get().(*event)
	*e = event{level: "warn", tags: []string{tag}}
	err := e.writeTo(w)
	events.Put(e)
	return err
}

// ownMethod clears the event with a method that is not called Reset.
func ownMethod(w io.Writer, tags []string) error {
	e := events.Get().(*event)
	annotate(e, tags)
	err := e.writeTo(w)
	e.clear()
	events.Put(e)
	return err
}

// cleared empties the map.
func cleared(words []string) int {
	m := counts.Get().(map[string]int)
	for _, w := range words {
		m[w]++
	}
	n := len(m)
	clear(m)
	counts.Put(m)
	return n
}

// fromStart appends to the empty front of the slice and stores it back.
func fromStart(w io.Writer, payload []byte) error {
	bp := slices.Get().(*[]byte)
	b := append((*bp)[:0], byte(len(payload)))
	b = append(b, payload...)
	_, err := w.Write(b)
	*bp = b
	slices.Put(bp)
	return err
}

// copyPage uses the page as scratch memory: nobody reads what was there.
func copyPage(w io.Writer, r io.Reader) (int64, error) {
	bp := pages.Get().(*[]byte)
	n, err := io.CopyBuffer(w, r, *bp)
	pages.Put(bp)
	return n, err
}

// rebind resets the compressor by binding it to its new target.
func rebind(w io.Writer, p []byte) error {
	zw := gzips.Get().(*gzip.Writer)
	zw.Reset(w)
	defer gzips.Put(zw)
	if _, err := zw.Write(p); err != nil {
		return err
	}
	return zw.Close()
}

// readOnly reads from a reader that is bound anew, and unbound at the end.
func readOnly(r io.Reader) (string, error) {
	br := readers.Get().(*bufio.Reader)
	br.Reset(r)
	s, err := br.ReadString('\n')
	br.Reset(nil)
	readers.Put(br)
	return s, err
}

// sum resets a hash that it knows as an interface.
func sum(p []byte) [32]byte {
	h := hashes.Get().(hash.Hash)
	h.Reset()
	h.Write(p)
	var out [32]byte
	h.Sum(out[:0])
	hashes.Put(h)
	return out
}

// roll uses a generator, whose state is not anybody's data.
func roll() int {
	g := generators.Get().(*rand.Rand)
	n := g.IntN(6) + 1
	generators.Put(g)
	return n
}

// allFields sets every field before it reads one.
func allFields(w io.Writer, x, y int) error {
	p := points.Get().(*point)
	p.x = x
	p.y = y
	_, err := fmt.Fprintln(w, p.x, p.y)
	points.Put(p)
	return err
}

// throughInterface resets in a put wrapper that knows only the interface.
func throughInterface(v fmt.Stringer) string {
	buf := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	s := buf.String()
	putReset(&bufs, buf)
	return s
}

// truncate empties the buffer by its other name.
func truncate(v fmt.Stringer) string {
	buf := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	s := buf.String()
	buf.Truncate(0)
	bufs.Put(buf)
	return s
}

// drained writes the buffer out to the last byte, then drops what is left.
func drained(w io.Writer, v fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	if _, err := buf.WriteTo(w); err != nil {
		return err
	}
	bufs.Put(buf)
	return nil
}

// unlessEmpty puts a buffer back at once that has got nothing.
func unlessEmpty(w io.Writer, v fmt.Stringer) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	if buf.Len() == 0 {
		bufs.Put(buf)
		return nil
	}
	_, err := w.Write(buf.Bytes())
	buf.Reset()
	bufs.Put(buf)
	return err
}

// unlessFull does so the other way round.
func unlessFull(w io.Writer, v fmt.Stringer) (err error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.WriteString(v.String())
	if buf.Len() > 0 {
		_, err = w.Write(buf.Bytes())
		buf.Reset()
	}
	bufs.Put(buf)
	return err
}
