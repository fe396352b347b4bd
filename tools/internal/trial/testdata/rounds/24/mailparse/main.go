// truth: escape line 81 callee

// Command mailparse reads the headers of messages and builds an index of their
// subjects.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type field struct{ name, value []byte }

// A Header holds the raw lines, and fields that are parts of raw.
type Header struct {
	raw    []byte `rcpool:"keep"`
	fields []field
}

var headers = rcpool.Pool[Header]{
	Name: "headers",
	Reset: func(h *Header) {
		clear(h.fields)
		h.raw, h.fields = h.raw[:0], h.fields[:0]
	},
}

var errHeader = errors.New("malformed header")

func (h *Header) read(r *bufio.Reader) error {
	for {
		line, err := r.ReadSlice('\n')
		if err == io.EOF && len(line) == 0 {
			break
		} else if err != nil {
			return err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		h.raw = append(h.raw, line...)
		h.raw = append(h.raw, '\n')
	}
	for line := range bytes.SplitSeq(bytes.TrimSuffix(h.raw, []byte("\n")), []byte("\n")) {
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			return fmt.Errorf("%w: %q", errHeader, line)
		}
		h.fields = append(h.fields, field{name, bytes.TrimSpace(value)})
	}
	return nil
}

// rest returns what follows the name in the raw header.
func (h *Header) rest(name string) []byte {
	at := bytes.Index(h.raw, []byte(name+":"))
	if at < 0 {
		return nil
	}
	value, _, _ := bytes.Cut(h.raw[at+len(name)+1:], []byte("\n"))
	return bytes.TrimSpace(value)
}

func subject(mail string) ([]byte, error) {
	ref := headers.Get()
	defer ref.Release()
	h := ref.Value()
	if err := h.read(bufio.NewReader(strings.NewReader(mail))); err != nil {
		return nil, err
	}
	if len(h.fields) > 16 {
		return nil, fmt.Errorf("%w: %d fields", errHeader, len(h.fields))
	}
	return h.rest("Subject"), nil
}

func main() {
	index := make(map[int][]byte)
	for i, mail := range []string{
		"From: ann@x.test\r\nSubject: lunch\r\n\r\nhi",
		"From: bob@x.test\r\nSubject: minutes of the meeting\r\nTo: all\r\n\r\n",
		"From bob\r\n\r\n",
		"From: cem@x.test\r\nTo: ann@x.test\r\n\r\nno subject",
	} {
		s, err := subject(mail)
		if err != nil {
			fmt.Println(i, err)
			continue
		}
		index[i] = s
	}
	for i := range 4 {
		fmt.Printf("%d %q\n", i, index[i])
	}
}
