package calleeviews

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

func mark(buf *bytes.Buffer, text, term string) []byte {
	for {
		before, after, ok := strings.Cut(text, term)
		buf.WriteString(before)
		if !ok {
			break
		}
		buf.WriteString("<b>" + term + "</b>")
		text = after
	}
	out := buf.Bytes()
	if i := bytes.IndexByte(out, '\n'); i >= 0 {
		out = out[:i]
	}
	return out
}

// The line is a part of the buffer.
func firstLine(s *store, text string) {
	buf := stdpool.Buffer()
	line := mark(buf.Value(), text, "go")
	buf.Release()
	s.send(line) // want "use-after-release: "
}

// It is returned, and the buffer goes back first.
func lineOf(text string) []byte {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer buffers.Put(buf)
	return mark(buf, text, "go") // want "escape: "
}

func render(buf *bytes.Buffer, values map[string]int) ([]byte, error) {
	for name, n := range values {
		if n < 0 {
			return nil, fmt.Errorf("%s is negative", name)
		}
		fmt.Fprintln(buf, name, n)
	}
	return buf.Bytes(), nil
}

// The error is looked at, and the bytes are used too late.
func rendered(s *store, values map[string]int) error {
	buf := stdpool.Buffer()
	text, err := render(buf.Value(), values)
	buf.Release()
	if err != nil {
		return err
	}
	s.send(text) // want "use-after-release: "
	return nil
}

func parse(buf *bytes.Buffer) page {
	title, rest, _ := bytes.Cut(buf.Bytes(), []byte{'\n'})
	return page{title: bytes.TrimSpace(title), size: len(rest)}
}

// The title in the struct is a part of the buffer.
func titled(s *store, r io.Reader) error {
	buf := stdpool.Buffer()
	if _, err := buf.Value().ReadFrom(r); err != nil {
		buf.Release()
		return err
	}
	p := parse(buf.Value())
	buf.Release()
	s.send(p.title) // want "use-after-release: "
	return nil
}

func (s *store) remember(buf *bytes.Buffer) { s.last = buf.Bytes() }

// A method keeps the bytes in a field.
func remembered(s *store, text string) {
	buf := stdpool.Buffer()
	defer buf.Release()
	buf.Value().WriteString(text)
	s.remember(buf.Value()) // want "escape: "
}

func nextLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

// The line is in the buffer of the reader.
func command(r io.Reader) ([]byte, error) {
	in := stdpool.BufioReader(r)
	defer in.Release()
	return nextLine(in.Value()) // want "escape: "
}

func tail(buf *bytes.Buffer, n int) []byte { return last(buf.Bytes(), n) }

func last(b []byte, n int) []byte { return b[len(b)-min(n, len(b)):] }

// Two functions, and a part of a part.
func lastBytes(text string) int {
	buf := stdpool.Buffer()
	buf.Value().WriteString(text)
	end := tail(buf.Value(), 8)
	buf.Release()
	return int(end[0]) // want "use-after-release: "
}

func (s *store) publish(buf *bytes.Buffer) { s.out <- buf.Bytes() }

// The receiver reads when it likes.
func published(s *store, text string) {
	buf := stdpool.Buffer()
	buf.Value().WriteString(text)
	s.publish(buf.Value()) // want "escape: "
	buf.Release()
}

type pair struct{ key, value []byte }

func cut(buf *bytes.Buffer) (p pair, ok bool) {
	p.key, p.value, ok = bytes.Cut(buf.Bytes(), []byte{'='})
	return p, ok
}

// The value is in a struct beside a bool.
func valueOf(text string) []byte {
	buf := stdpool.Buffer()
	defer buf.Release()
	buf.Value().WriteString(text)
	p, ok := cut(buf.Value())
	if !ok {
		return nil
	}
	return p.value // want "escape: "
}
