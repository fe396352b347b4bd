// truth: double-release line 48 callee
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

type lineBuf struct {
	b []byte
	n int
}

var lineBufs = sync.Pool{New: func() any { return &lineBuf{b: make([]byte, 0, 256)} }}

func getLine() *lineBuf { return lineBufs.Get().(*lineBuf) }

func putLine(l *lineBuf) {
	l.b, l.n = l.b[:0], 0
	lineBufs.Put(l)
}

type rr struct {
	name, typ, data string
	ttl             int
}

var errName = errors.New("zone: name without final dot")

// render appends the record to the line.
func render(l *lineBuf, r rr) error {
	if !strings.HasSuffix(r.name, ".") {
		putLine(l)
		return fmt.Errorf("%w: %q", errName, r.name)
	}
	l.b = fmt.Appendf(l.b, "%s\t%d\tIN\t%s\t%s\n", r.name, r.ttl, r.typ, r.data)
	l.n++
	return nil
}

func writeZone(w io.Writer, records []rr) (lines int, err error) {
	l := getLine()
	for _, r := range records {
		if err := render(l, r); err != nil {
			putLine(l)
			return lines, err
		}
		if len(l.b) > 128 {
			if _, err := w.Write(l.b); err != nil {
				putLine(l)
				return lines, err
			}
			l.b = l.b[:0]
		}
	}
	_, err = w.Write(l.b)
	lines = l.n
	putLine(l)
	return lines, err
}

func main() {
	var out strings.Builder
	good := []rr{{"a.example.", "A", "192.0.2.1", 60}, {"b.example.", "A", "192.0.2.2", 60}, {"example.", "NS", "a.example.", 300}}
	for _, z := range [][]rr{good, {{"c.example", "A", "192.0.2.3", 5}}, good[:1]} {
		n, err := writeZone(&out, z)
		fmt.Println(n, err)
	}
	fmt.Println(strings.Count(out.String(), "\n"), "lines")
}
