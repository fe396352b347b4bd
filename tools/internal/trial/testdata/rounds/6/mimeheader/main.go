// truth: escape line 63,71 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Message struct {
	Raw  []byte
	Size int
}

func (m *Message) Reset() {
	m.Raw = m.Raw[:0]
	m.Size = 0
}

var messages = rcpool.Pool[Message]{Name: "messages"}

var errNoHeader = errors.New("no such header")

// header returns the value of a header of m, which shares its memory.
func header(m *Message, name string) []byte {
	rest := m.Raw
	for len(rest) > 0 {
		line, tail, _ := bytes.Cut(rest, []byte("\r\n"))
		if len(line) == 0 {
			return nil
		}
		key, value, ok := bytes.Cut(line, []byte(":"))
		if ok && bytes.EqualFold(key, []byte(name)) {
			return bytes.TrimSpace(value)
		}
		rest = tail
	}
	return nil
}

func (m *Message) readFrom(r io.Reader) error {
	var chunk [512]byte
	for {
		n, err := r.Read(chunk[:])
		m.Raw = append(m.Raw, chunk[:n]...)
		m.Size += n
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Subject returns the subject of the message that r holds.
func Subject(r io.Reader) ([]byte, error) {
	message := messages.Get()
	defer message.Release()
	if err := message.Value().readFrom(r); err != nil {
		return nil, err
	}
	subject := header(message.Value(), "Subject")
	if subject == nil {
		return nil, errNoHeader
	}
	return subject, nil
}

func main() {
	first, err := Subject(strings.NewReader("From: a\r\nSubject: invoice for May\r\n\r\nbody"))
	fmt.Println(len(first), err)
	_, err = Subject(strings.NewReader("From: b\r\n\r\nSubject: no\r\n"))
	fmt.Println(err)
	second, err := Subject(strings.NewReader("From: c\r\nSubject: lunch\r\n\r\n"))
	fmt.Println(len(second), err)
	if string(first) != "invoice for May" {
		fmt.Printf("the first subject has become %q\n", first)
	}
}
