// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

// section is a part of a message; it shares the memory of the message.
type section struct {
	kind string
	body stdpool.ByteRef
}

// message owns its sections.
type message struct {
	subject  string
	sections []section
}

func (m *message) close() {
	for i := range m.sections {
		m.sections[i].body.Drop()
	}
	m.sections = nil
}

// take gives the caller the first section of a kind.
func (m *message) take(kind string) (stdpool.ByteRef, bool) {
	for i := range m.sections {
		s := &m.sections[i]
		if s.kind == kind && !s.body.IsZero() {
			return s.body.Move(), true
		}
	}
	return stdpool.ByteRef{}, false
}

var errBoundary = errors.New("message has no boundary")

func parse(r io.Reader) (*message, error) {
	raw := stdpool.Bytes(0)
	defer raw.Drop()
	raw.Grow(512)
	if _, err := raw.ReadFrom(r); err != nil {
		return nil, fmt.Errorf("read message: %w", err)
	}
	head, _, ok := bytes.Cut(raw.Value(), []byte("\n--\n"))
	if !ok {
		return nil, errBoundary
	}
	m := &message{subject: string(head)}
	off := len(head) + 4
	for off < raw.Len() {
		rest := raw.Value()[off:]
		end := bytes.Index(rest, []byte("\n--\n"))
		if end < 0 {
			end = len(rest)
		}
		nl := bytes.IndexByte(rest[:end], '\n')
		if nl < 0 {
			m.close()
			return nil, fmt.Errorf("section at %d has no type", off)
		}
		m.sections = append(m.sections, section{
			kind: string(rest[:nl]),
			body: raw.Slice(off+nl+1, off+end),
		})
		off += end + 4
	}
	return m, nil
}

type archive struct {
	attachments []stdpool.ByteRef
}

func (a *archive) close() int {
	n := 0
	for i := range a.attachments {
		n += a.attachments[i].Len()
		a.attachments[i].Release()
	}
	a.attachments = nil
	return n
}

func receive(a *archive, text string) error {
	m, err := parse(strings.NewReader(text))
	if err != nil {
		return err
	}
	defer m.close()
	for {
		file, ok := m.take("file")
		if !ok {
			break
		}
		a.attachments = append(a.attachments, file)
	}
	for _, s := range m.sections {
		if s.kind == "text" {
			fmt.Printf("%s: %q\n", m.subject, s.body.Value())
		}
	}
	return nil
}

func main() {
	a := &archive{}
	fmt.Println(receive(a, "hello\n--\ntext\nhi there\n--\nfile\n0123456789"))
	fmt.Println(receive(a, "no boundary"))
	fmt.Println(receive(a, "bad\n--\ntext\nx\n--\nfile"))
	fmt.Println(a.close())
}
