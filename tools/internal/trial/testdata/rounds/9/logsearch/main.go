// truth: reset line 36,37 plain
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

type match struct {
	Line int
	Text string
}

type index struct{ lines []string }

var renders = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (x *index) find(word string) (out []match) {
	for i, l := range x.lines {
		if strings.Contains(l, word) {
			out = append(out, match{i + 1, l})
		}
	}
	return out
}

// highlight writes the matches with the word in brackets.
func (x *index) highlight(w io.Writer, word string) (int, error) {
	found := x.find(word)
	if len(found) == 0 {
		return 0, nil
	}
	buf := renders.Get().(*bytes.Buffer)
	defer renders.Put(buf)
	for _, m := range found {
		fmt.Fprintf(buf, "%4d ", m.Line)
		buf.WriteString(strings.ReplaceAll(m.Text, word, "["+word+"]"))
		buf.WriteByte('\n')
	}
	return w.Write(buf.Bytes())
}

func main() {
	x := &index{lines: []string{
		"GET /a 200",
		"GET /b 404",
		"POST /a 500",
		"GET /c 200",
	}}
	sizes := map[int]bool{}
	for range 10 {
		n, err := x.highlight(io.Discard, "404")
		if err != nil {
			fmt.Println(err)
		}
		sizes[n] = true
	}
	n, _ := x.highlight(io.Discard, "nothing")
	fmt.Println("sizes of the same answer:", len(sizes), n)
}
