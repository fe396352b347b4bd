package givenreaders

import (
	"bufio"
	"io"
)

// The session has the decoder.
func (s *session) begin(r io.Reader) error {
	d := &decoder{from: r}
	s.now = d
	b := getBuffer()
	defer putBuffer(b)
	if err := fill(b, d); err != nil {
		return err
	}
	d.from = b // want "escape: "
	return nil
}

// The session has a reader that reads from the decoder.
func (s *session) buffer(r io.Reader) error {
	d := &decoder{from: r}
	s.reader = bufio.NewReader(d)
	b := getBuffer()
	defer putBuffer(b)
	if d.number() == 0 {
		return errShort
	}
	d.from = b // want "escape: "
	return nil
}

// The map has the decoder.
func register(name string, r io.Reader) {
	d := &decoder{from: r}
	open[name] = d
	b := getBuffer()
	defer putBuffer(b)
	if d.number() > 0 {
		d.from = b // want "escape: "
	}
}

// The caller gets the decoder.
func start(r io.Reader) (*decoder, error) {
	d := &decoder{from: r}
	b := getBuffer()
	defer putBuffer(b)
	if err := fill(b, d); err != nil {
		return nil, err
	}
	d.from = b
	return d, nil // want "escape: "
}
