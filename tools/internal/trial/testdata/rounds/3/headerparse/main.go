// truth: use-after-release line 54,55 hard

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

// A header is a line of a MIME header. Both parts are slices of the input.
type header struct{ name, value []byte }

type visitor func(h header) error

var errHeader = errors.New("malformed header")

func eachHeader(block []byte, visit visitor) error {
	for line := range bytes.Lines(block) {
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			return errHeader
		}
		if err := visit(header{name, bytes.TrimSpace(value)}); err != nil {
			return err
		}
	}
	return nil
}

// subject returns the subject of a message, and how many headers it has.
func subject(r io.Reader) (string, int, error) {
	buffer := stdpool.Buffer()
	if _, err := buffer.Value().ReadFrom(r); err != nil {
		buffer.Release()
		return "", 0, err
	}
	var all []header
	block, _, _ := bytes.Cut(buffer.Value().Bytes(), []byte("\n\n"))
	for line := range bytes.Lines(block) {
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			buffer.Release()
			return "", 0, errHeader
		}
		all = append(all, header{name, bytes.TrimSpace(value)})
	}
	buffer.Release()
	for _, h := range all {
		if bytes.EqualFold(h.name, []byte("subject")) {
			return string(h.value), len(all), nil
		}
	}
	return "", len(all), nil
}

// size adds up the lengths of all values.
func size(r io.Reader) (n int, err error) {
	buffer := stdpool.Buffer()
	defer buffer.Release()
	if _, err := buffer.Value().ReadFrom(r); err != nil {
		return 0, err
	}
	err = eachHeader(buffer.Value().Bytes(), func(h header) error {
		n += len(h.value)
		return nil
	})
	return n, err
}

func main() {
	text := "From: ann\nSubject: pools and counters\nTo: bob"
	fmt.Println(size(strings.NewReader(text)))
	fmt.Println(subject(strings.NewReader("nonsense\n\nbody")))
	s, n, err := subject(strings.NewReader(text + "\n\nhello"))
	fmt.Println(s, n, err)
	if s != "pools and counters" {
		panic("the subject is lost")
	}
}
