package buffergetters

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
)

// The helper cuts the memory of the buffer, and does not copy it.
func trimmedCode(depot int) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(strconv.Itoa(depot))
	b.WriteString("<<<")
	return trimmed(b) // want "escape: "
}

// The helper returns all of it.
func wholeCode(depot int) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(strconv.Itoa(depot))
	return contents(b) // want "escape: "
}

// A helper of a helper.
func lastLine(text string) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	return tail(b) // want "escape: "
}

// The header is read after the buffer went back.
func headerLate(text string) int {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	h, _ := header(b)
	buffers.Put(b)
	return int(h[0]) // want "use-after-release: "
}

// A field of the pooled page.
func pageBody(text string) []byte {
	p := pages.Get().(*page)
	defer pages.Put(p)
	p.body.Reset()
	p.body.WriteString(text)
	return p.text() // want "escape: "
}

// A reference of the typed API.
func typedBody(text string) []byte {
	ref := typedPages.Get()
	defer ref.Release()
	ref.Value().body.WriteString(text)
	return ref.Value().text() // want "escape: "
}

// One of two results.
func headerOut(text string) ([]byte, bool) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	return header(b) // want "escape: "
}

// Only the buffer that is returned is one's own.
func firstBuffer(text string) ([]byte, []byte) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	own := bytes.NewBufferString(text)
	return trimmed(own), trimmed(b) // want "escape: "
}

// The struct keeps it.
func (l *label) print(depot int) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(strconv.Itoa(depot))
	l.code = contents(b) // want "escape: "
}

// A line is a part of the memory of its reader.
func firstLine(r io.Reader) []byte {
	br := readers.Get().(*bufio.Reader)
	defer readers.Put(br)
	br.Reset(r)
	return line(br) // want "escape: "
}
