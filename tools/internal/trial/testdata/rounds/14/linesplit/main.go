// truth: correct

// Command linesplit splits blocks into lines without copying, and groups them by level.
package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing/iotest"

	"github.com/rcpool/rcpool/stdpool"
)

type splitter struct {
	rest stdpool.ByteRef
	emit func(stdpool.ByteRef)
}

// feed takes the block over.
func (s *splitter) feed(block stdpool.ByteRef) {
	if !s.rest.IsZero() {
		s.rest.Append(block.Value()...)
		block.Release()
		block = s.rest.Move()
	}
	defer block.Release()
	p, at := block.Value(), 0
	for {
		i := bytes.IndexByte(p[at:], '\n')
		if i < 0 {
			break
		}
		if i > 0 {
			s.emit(block.Slice(at, at+i))
		}
		at += i + 1
	}
	if at < len(p) {
		s.rest = block.Slice(at, len(p))
	}
}

func (s *splitter) Close() {
	if !s.rest.IsZero() {
		s.emit(s.rest.Move())
	}
}

type groups map[string][]stdpool.ByteRef

func (g groups) add(line stdpool.ByteRef) {
	level, _, ok := bytes.Cut(line.Value(), []byte(" "))
	if !ok {
		line.Release()
		return
	}
	g[string(level)] = append(g[string(level)], line)
}

func (g groups) Close() {
	for level, lines := range g {
		for i := range lines {
			lines[i].Release()
		}
		delete(g, level)
	}
}

func read(r io.Reader, s *splitter) error {
	defer s.Close()
	for {
		block := stdpool.Bytes(16)
		n, err := r.Read(block.Value())
		block.Truncate(n)
		if n > 0 {
			s.feed(block)
		} else {
			block.Release()
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
	g := groups{}
	defer g.Close()
	text := "INFO up\nWARN disk 90%\n\nnoise\nINFO request served in 3 ms\nERROR down"
	fmt.Println(read(iotest.HalfReader(strings.NewReader(text)), &splitter{emit: g.add}))
	fmt.Println(read(iotest.TimeoutReader(strings.NewReader("INFO a\nINFO second part\n")), &splitter{emit: g.add}))
	for _, level := range slices.Sorted(maps.Keys(g)) {
		for _, line := range g[level] {
			fmt.Printf("%s: %s\n", level, line.Value())
		}
	}
}
