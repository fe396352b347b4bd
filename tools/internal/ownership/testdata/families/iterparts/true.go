package iterparts

import (
	"bytes"
	"io"
)

// The value is a part of the scratch.
func lookUp(r io.Reader, name string) ([]byte, error) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if err := s.fill(r); err != nil {
		return nil, err
	}
	return s.find(name), nil // want "escape: "
}

// It is so in a struct, too.
func messageOf(r io.Reader, name string) (message, error) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if err := s.fill(r); err != nil {
		return message{}, err
	}
	v := s.find(name)
	if v == nil {
		return message{}, io.EOF
	}
	return message{name, v}, nil // want "escape: "
}

// The last field is used too late.
func sendLast(text string, send func([]byte)) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	f, n := lastField(b.Bytes())
	buffers.Put(b)
	if n > 0 {
		send(f) // want "use-after-release: "
	}
}

// The longest part is kept in a variable.
func remember(text string) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	longestSeen = longest(b.Bytes(), ",") // want "escape: "
}

// A block is a part, too.
func block(r io.Reader) ([]byte, error) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if _, err := b.ReadFrom(r); err != nil {
		return nil, err
	}
	return header(b.Bytes(), 16), nil // want "escape: "
}

// The loop is in the function itself.
func firstLine(text string) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(text)
	for line := range bytes.Lines(b.Bytes()) {
		if len(line) > 1 {
			return line // want "escape: "
		}
	}
	return nil
}

// Both the first and the last field are asked for.
func fieldOf(r io.Reader, isLast bool) ([]byte, error) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if err := s.fill(r); err != nil {
		return nil, err
	}
	if f, n := lastField(s.buf); isLast && n > 0 {
		return f, nil // want "escape: "
	}
	return nil, io.EOF
}

// A goroutine has the value.
func reportLater(r io.Reader, report func([]byte)) error {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if err := s.fill(r); err != nil {
		return err
	}
	v := s.find("report")
	go report(v) // want "escape: "
	return nil
}
