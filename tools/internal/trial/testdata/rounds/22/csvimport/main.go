// truth: leak line 88 callee

// Command csvimport imports files, with pooled scratch space for each import.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type scratch struct {
	fields []string
	sums   []int
}

func (s *scratch) Reset() {
	clear(s.fields)
	s.fields, s.sums = s.fields[:0], s.sums[:0]
}

var scratches = rcpool.Pool[scratch]{Name: "scratch"}

type importer struct {
	in   rcpool.Ref[bufio.Reader]
	tmp  rcpool.Ref[scratch]
	rows int
}

func openImport(r io.Reader) *importer {
	return &importer{in: stdpool.BufioReader(r), tmp: scratches.Get()}
}

func (im *importer) Close() {
	rcpool.Drop(&im.in)
	rcpool.Drop(&im.tmp)
}

var (
	errHeader = errors.New("no header")
	errWidth  = errors.New("wrong number of columns")
)

func (im *importer) line() ([]string, error) {
	text, err := im.in.Value().ReadString('\n')
	if err != nil && text == "" {
		return nil, err
	}
	t := im.tmp.Value()
	t.fields = append(t.fields[:0], strings.Split(strings.TrimSpace(text), ",")...)
	return t.fields, nil
}

func (im *importer) sum(width int) ([]int, error) {
	t := im.tmp.Value()
	for {
		fields, err := im.line()
		if err == io.EOF {
			return append([]int(nil), t.sums...), nil
		}
		if err != nil {
			return nil, err
		}
		if len(fields) != width {
			return nil, errWidth
		}
		for i, f := range fields {
			n, err := strconv.Atoi(f)
			if err != nil {
				return nil, err
			}
			if i >= len(t.sums) {
				t.sums = append(t.sums, 0)
			}
			t.sums[i] += n
		}
		im.rows++
	}
}

func load(r io.Reader) ([]int, error) {
	im := openImport(r)
	header, err := im.line()
	if err != nil || len(header) < 2 {
		return nil, errHeader
	}
	sums, err := im.sum(len(header))
	im.Close()
	if err != nil {
		return nil, fmt.Errorf("after row %d: %w", im.rows, err)
	}
	return sums, nil
}

func main() {
	for _, text := range []string{"a,b\n1,2\n3,4\n", "a,b\n1,x\n", "\n", "a,b,c\n1,2\n", ""} {
		sums, err := load(strings.NewReader(text))
		fmt.Println(sums, err)
	}
}
