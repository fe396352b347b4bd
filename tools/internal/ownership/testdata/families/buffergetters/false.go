package buffergetters

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
)

// The caller copies what the helper cuts.
func copiedCode(depot int) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(strconv.Itoa(depot))
	return bytes.Clone(trimmed(b))
}

// The helper copies.
func clonedCode(depot int) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(strconv.Itoa(depot))
	return cloned(b)
}

// A string is a copy.
func textCode(depot int) string {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(strconv.Itoa(depot))
	return string(contents(b))
}

// The header is read before the buffer goes back.
func headerInTime(w io.Writer, text string) int {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	h, _ := header(b)
	w.Write(contents(b))
	return int(h[0])
}

// The helper takes the memory away: the next user of the buffer gets other memory.
func takenCode(depot int) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(strconv.Itoa(depot))
	return taken(b)
}

// And so does the method of a page.
func takenBody(text string) []byte {
	p := pages.Get().(*page)
	defer pages.Put(p)
	p.body.Reset()
	p.body.WriteString(text)
	return p.take()
}

// And one that makes the whole page anew.
func newBody(text string) []byte {
	ref := typedPages.Get()
	defer ref.Release()
	ref.Value().body.WriteString(text)
	return ref.Value().renew()
}

// A buffer of no pool.
func ownBuffer(text string) []byte {
	b := new(bytes.Buffer)
	b.WriteString(text)
	return trimmed(b)
}

// The second buffer is the one that is returned.
func secondBuffer(text string) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	out := bytes.NewBuffer(make([]byte, 0, b.Len()))
	out.Write(contents(b))
	return contents(out)
}

// The line is a string before its reader goes back.
func firstText(r io.Reader) string {
	br := readers.Get().(*bufio.Reader)
	defer readers.Put(br)
	br.Reset(r)
	return string(line(br))
}
