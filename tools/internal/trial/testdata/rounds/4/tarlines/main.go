// truth: double-release line 58,49,35 callee

// Tarlines writes entries of an archive through a buffered writer.
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

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1<<10) }}

var errName = errors.New("name too long")

type Entry struct {
	Name string
	Body string
}

func begin(w io.Writer) *bufio.Writer {
	bw := writers.Get().(*bufio.Writer)
	bw.Reset(w)
	return bw
}

// end flushes bw and gives it back.
func end(bw *bufio.Writer) error {
	err := bw.Flush()
	bw.Reset(nil)
	writers.Put(bw)
	return err
}

func header(bw *bufio.Writer, e Entry) error {
	if len(e.Name) > 32 {
		return fmt.Errorf("%.10s…: %w", e.Name, errName)
	}
	_, err := fmt.Fprintf(bw, "%-32s%08d\n", e.Name, len(e.Body))
	return err
}

func Archive(w io.Writer, entries ...Entry) error {
	bw := begin(w)
	defer writers.Put(bw)
	for _, e := range entries {
		if err := header(bw, e); err != nil {
			return err
		}
		if _, err := bw.WriteString(e.Body); err != nil {
			return err
		}
	}
	return end(bw)
}

func main() {
	var out bytes.Buffer
	fmt.Println(Archive(&out, Entry{"a.txt", "hello"}, Entry{"b.txt", "world"}), out.Len())
	fmt.Println(Archive(&out, Entry{strings.Repeat("n", 40), ""}))

	same := 0
	for range 50 {
		if err := Archive(io.Discard, Entry{"c", "d"}); err != nil {
			fmt.Println(err)
		}
		first, second := begin(io.Discard), begin(io.Discard)
		if first == second {
			same++
		}
		if err := errors.Join(end(first), end(second)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("shared writers:", same > 0)
}
