// truth: double-release line 64,69 hard
package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

var pages = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A cursor walks over a page. Close it.
type cursor struct {
	page *bytes.Buffer
	at   int
}

func openCursor(rows ...string) cursor {
	b := pages.Get().(*bytes.Buffer)
	b.Reset()
	for _, r := range rows {
		b.WriteString(r)
		b.WriteByte('\n')
	}
	return cursor{page: b}
}

func (c *cursor) next() (string, bool) {
	rest := c.page.Bytes()[c.at:]
	i := bytes.IndexByte(rest, '\n')
	if i < 0 {
		return "", false
	}
	c.at += i + 1
	return string(rest[:i]), true
}

func (c *cursor) close() {
	if c.page == nil {
		return
	}
	pages.Put(c.page)
	c.page = nil
}

func (c *cursor) seek(prefix string) bool {
	for {
		at := c.at
		row, ok := c.next()
		if !ok {
			return false
		}
		if strings.HasPrefix(row, prefix) {
			c.at = at
			return true
		}
	}
}

// rangeOf returns the rows from one prefix to another.
func rangeOf(from, to string, rows ...string) (out []string) {
	lo := openCursor(rows...)
	defer lo.close()
	if !lo.seek(from) {
		return nil
	}
	hi := lo
	defer hi.close()
	if !hi.seek(to) {
		hi.at = hi.page.Len()
	}
	for lo.at < hi.at {
		row, _ := lo.next()
		out = append(out, row)
	}
	return out
}

func main() {
	fmt.Println(rangeOf("x", "y", "a1", "b1"))
	fmt.Println(rangeOf("b", "d", "a1", "b1", "c1", "d1", "e1"))
	fmt.Println(rangeOf("c", "z", "a1", "c1", "d1"))
	for range 3 {
		a, b := openCursor("left"), openCursor("right")
		row, _ := a.next()
		if row != "left" {
			panic("left is " + row)
		}
		a.close()
		b.close()
	}
}
