// truth: escape line 64 callee

// Command headerparse parses the headers of a text protocol.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

type scratch struct {
	buf []byte
}

var scratches = sync.Pool{New: func() any { return &scratch{buf: make([]byte, 0, 1024)} }}

var errNoHeader = errors.New("no such header")

type header struct {
	name  string
	value []byte
}

// find returns the trimmed value of the line that begins with name.
func (s *scratch) find(name string) ([]byte, bool) {
	for line := range bytes.Lines(s.buf) {
		k, v, ok := bytes.Cut(line, []byte(":"))
		if ok && strings.EqualFold(string(k), name) {
			return bytes.TrimSpace(v), true
		}
	}
	return nil, false
}

func (s *scratch) fill(r *bufio.Reader) error {
	s.buf = s.buf[:0]
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		s.buf = append(s.buf, line...)
	}
}

func readHeader(r *bufio.Reader, name string) (header, error) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if err := s.fill(r); err != nil && err != io.EOF {
		return header{}, err
	}
	v, ok := s.find(name)
	if !ok {
		return header{}, errNoHeader
	}
	return header{name: name, value: v}, nil
}

func main() {
	r := bufio.NewReader(strings.NewReader("host: a\r\nroute: eu-1\r\n\r\nhost: b\r\nroute: us-2222\r\n\r\n"))
	var all []header
	for range 3 {
		h, err := readHeader(r, "route")
		if err != nil {
			fmt.Println(err)
			break
		}
		all = append(all, h)
	}
	for _, h := range all {
		fmt.Printf("%s=%s\n", h.name, h.value)
	}
}
