package givenreaders

import (
	"bufio"
	"compress/gzip"
	"io"
)

// The decoder is gone when the buffer is put back.
func sum(r io.Reader) (int, error) {
	d := &decoder{from: r}
	b := getBuffer()
	defer putBuffer(b)
	if err := fill(b, d); err != nil {
		return 0, err
	}
	d.from = b
	n := d.number()
	return n + d.number(), nil
}

// So is the reader that unpacks what the decoder reads.
func sumPacked(r io.Reader, packed bool) (int, error) {
	d := &decoder{from: r}
	source := io.Reader(d)
	if packed {
		z, err := gzip.NewReader(d)
		if err != nil {
			return 0, err
		}
		defer z.Close()
		source = z
	}
	b := getBuffer()
	defer putBuffer(b)
	if _, err := b.ReadFrom(source); err != nil {
		return 0, err
	}
	d.from, d.left = b, b.Len()
	return d.number(), nil
}

// So is the one that reads lines.
func firstLine(r io.Reader) (string, error) {
	d := &decoder{from: r}
	lines := bufio.NewReader(d)
	head, err := lines.ReadString('\n')
	if err != nil {
		return "", err
	}
	b := getBuffer()
	defer putBuffer(b)
	b.WriteString(head)
	d.from = b
	return string(rune(d.number())), nil
}

// So is the one that counts what was left.
func rest(r io.Reader) (int, error) {
	d := &decoder{from: r, left: 10}
	if d.number() == 0 {
		return 0, errShort
	}
	b := getBuffer()
	defer putBuffer(b)
	if _, err := io.CopyN(b, d, 4); err != nil {
		return 0, err
	}
	d.from = b
	return d.left + d.number(), nil
}
