// truth: correct
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 64) }}

var errTab = errors.New("cell has a tab")

// export writes rows until the first bad one.
func export(w io.Writer, rows iter.Seq[[]string]) (err error) {
	out := writers.Get().(*bufio.Writer)
	out.Reset(w)
	defer func() {
		err = errors.Join(err, out.Flush())
		out.Reset(io.Discard)
		writers.Put(out)
	}()
	for row := range rows {
		for i, cell := range row {
			if strings.ContainsRune(cell, '\t') {
				return errTab
			}
			if i > 0 {
				out.WriteByte('\t')
			}
			out.WriteString(cell)
		}
		if err := out.WriteByte('\n'); err != nil {
			return err
		}
	}
	return nil
}

type limited struct {
	w io.Writer
	n int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.n -= len(p); l.n < 0 {
		return 0, io.ErrShortWrite
	}
	return l.w.Write(p)
}

func main() {
	good := [][]string{{"id", "name"}, {"1", "ann"}, {"2", strings.Repeat("b", 100)}}
	var a, b, c bytes.Buffer
	fmt.Println(export(&a, slices.Values(good)), a.Len())
	fmt.Println(export(&b, slices.Values([][]string{{"ok"}, {"not\tok"}})), b.Len())
	fmt.Println(export(&limited{&c, 50}, slices.Values(good)), c.Len())
	a.Reset()
	fmt.Println(export(&a, slices.Values(good[:2])), a.String())
}
