package calleeviews

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// The line is used before the release.
func firstLineInTime(s *store, text string) {
	buf := stdpool.Buffer()
	line := mark(buf.Value(), text, "go")
	s.send(line)
	buf.Release()
}

// A copy is returned.
func lineCopied(text string) []byte {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer buffers.Put(buf)
	return bytes.Clone(mark(buf, text, "go"))
}

func lineAsString(text string) string {
	buf := stdpool.Buffer()
	defer buf.Release()
	return string(mark(buf.Value(), text, "go"))
}

// Only its length is asked for.
func lengthOf(text string) int {
	buf := stdpool.Buffer()
	line := mark(buf.Value(), text, "go")
	buf.Release()
	return len(line)
}

func copied(buf *bytes.Buffer) []byte { return append([]byte(nil), buf.Bytes()...) }

// The function returns memory of its own.
func keepsCopy(s *store, text string) {
	buf := stdpool.Buffer()
	buf.Value().WriteString(text)
	line := copied(buf.Value())
	buf.Release()
	s.send(line)
}

func counted(buf *bytes.Buffer, values []int) int {
	for _, v := range values {
		fmt.Fprintln(buf, v)
	}
	return len(buf.Bytes())
}

func countsOnly(values []int) int {
	buf := stdpool.Buffer()
	n := counted(buf.Value(), values)
	buf.Release()
	return n
}

// The error comes without bytes.
func renderedWell(s *store, values map[string]int) error {
	buf := stdpool.Buffer()
	text, err := render(buf.Value(), values)
	if err != nil {
		buf.Release()
		return err
	}
	s.send(text)
	buf.Release()
	return nil
}

type owned struct {
	buf  rcpool.Ref[bytes.Buffer]
	line []byte
}

// The owner goes along.
func withOwner(text string) owned {
	buf := stdpool.Buffer()
	return owned{buf, mark(buf.Value(), text, "go")}
}

func sized(r io.Reader) (int, error) {
	buf := stdpool.Buffer()
	defer buf.Release()
	if _, err := buf.Value().ReadFrom(r); err != nil {
		return 0, err
	}
	p := parse(buf.Value())
	return p.size, nil
}

// The field is cleared before the release.
func rememberedForAWhile(s *store, text string) {
	buf := stdpool.Buffer()
	buf.Value().WriteString(text)
	s.remember(buf.Value())
	s.send(s.last)
	s.last = nil
	buf.Release()
}

func (s *store) rememberCopy(buf *bytes.Buffer) { s.last = append(s.last[:0], buf.Bytes()...) }

// The field holds a copy.
func rememberedWell(s *store, text string) {
	buf := stdpool.Buffer()
	defer buf.Release()
	buf.Value().WriteString(text)
	s.rememberCopy(buf.Value())
}

// A buffer of the caller's.
func callersBuffer(buf *bytes.Buffer, text string) []byte {
	scratch := stdpool.Buffer()
	defer scratch.Release()
	scratch.Value().WriteString(text)
	buf.Write(mark(scratch.Value(), text, "go"))
	return buf.Bytes()
}

func split(buf *bytes.Buffer, sep byte) (head []byte, n int) {
	head, rest, _ := bytes.Cut(buf.Bytes(), []byte{sep})
	return head, len(rest)
}

func restOnly(text string) int {
	buf := stdpool.Buffer()
	buf.Value().WriteString(text)
	_, n := split(buf.Value(), ':')
	buf.Release()
	return n
}

func nextCopied(r *bufio.Reader) ([]byte, error) { return r.ReadBytes('\n') }

func commandCopied(r io.Reader) ([]byte, error) {
	in := stdpool.BufioReader(r)
	defer in.Release()
	return nextCopied(in.Value())
}
