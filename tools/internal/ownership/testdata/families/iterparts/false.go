package iterparts

import (
	"bytes"
	"io"
)

// The value is copied.
func lookUpCopy(r io.Reader, name string) ([]byte, error) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if err := s.fill(r); err != nil {
		return nil, err
	}
	return append([]byte(nil), s.find(name)...), nil
}

// The callee has copied it.
func lookUpCopied(r io.Reader, name string) ([]byte, error) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if err := s.fill(r); err != nil {
		return nil, err
	}
	return s.findCopy(name), nil
}

// A string is a copy.
func textOf(r io.Reader, name string) (message, error) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if err := s.fill(r); err != nil {
		return message{}, err
	}
	v, ok := s.findText(name)
	if !ok {
		return message{}, io.EOF
	}
	return message{name, []byte(v)}, nil
}

// The last field is used in time.
func lastInTime(text string, send func([]byte)) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	f, n := lastField(b.Bytes())
	if n > 0 {
		send(f)
	}
	buffers.Put(b)
}

// Only the number is used after the Put.
func fieldCount(text string) int {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	_, n := lastField(b.Bytes())
	buffers.Put(b)
	return n + count([]byte(text), ",")
}

// The bytes that are cut are not those of the buffer.
func longestOf(text []byte) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.Write(text)
	if b.Len() > 100 {
		return nil
	}
	return longest(text, ",")
}

// The lengths are in a list of their own.
func lengths(text string) []int {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	return sizes(b.Bytes())
}

// A line is written elsewhere.
func firstLineTo(w io.Writer, text string) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	for line := range bytes.Lines(b.Bytes()) {
		if len(line) > 1 {
			_, err := w.Write(line)
			return err
		}
	}
	return nil
}
