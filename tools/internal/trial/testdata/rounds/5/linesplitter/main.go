// truth: correct
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type Splitter struct {
	src  io.Reader
	rest stdpool.ByteRef
}

func NewSplitter(src io.Reader) *Splitter {
	return &Splitter{src: src, rest: stdpool.Bytes(0)}
}

func (s *Splitter) Close() { s.rest.Drop() }

// Lines calls yield with each line. yield takes the reference over.
func (s *Splitter) Lines(yield func(stdpool.ByteRef)) error {
	chunk := stdpool.Bytes(16)
	defer chunk.Release()
	for {
		n, err := s.src.Read(chunk.Value())
		s.rest.Append(chunk.Value()[:n]...)
		start := 0
		for {
			end := bytes.IndexByte(s.rest.Value()[start:], '\n')
			if end < 0 {
				break
			}
			yield(s.rest.Slice(start, start+end))
			start += end + 1
		}
		if start > 0 {
			tail := s.rest.Slice(start, s.rest.Len())
			s.rest.Release()
			s.rest = tail
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func main() {
	text := "first line\nsecond one, longer than a chunk\n\nlast\nunfinished"
	s := NewSplitter(strings.NewReader(text))
	defer s.Close()
	var lines []stdpool.ByteRef
	if err := s.Lines(func(b stdpool.ByteRef) { lines = append(lines, b) }); err != nil {
		fmt.Println(err)
	}
	for i := range lines {
		fmt.Printf("%d %q\n", i, lines[i].Value())
		lines[i].Release()
	}
}
