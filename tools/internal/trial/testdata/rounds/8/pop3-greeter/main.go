// truth: unflushed line 31,29 plain
package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync"
)

var lineWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 256) }}

type maildrop struct {
	user  string
	sizes []int
}

func (m *maildrop) octets() (n int) {
	for _, s := range m.sizes {
		n += s
	}
	return n
}

func (m *maildrop) list(conn io.Writer, verbose bool) error {
	w := lineWriters.Get().(*bufio.Writer)
	w.Reset(conn)
	defer func() {
		w.Reset(nil)
		lineWriters.Put(w)
	}()
	if _, err := fmt.Fprintf(w, "+OK %d messages (%d octets)\r\n", len(m.sizes), m.octets()); err != nil {
		return err
	}
	if !verbose {
		return nil
	}
	for i, s := range m.sizes {
		if _, err := fmt.Fprintf(w, "%d %d\r\n", i+1, s); err != nil {
			return err
		}
	}
	_, err := w.WriteString(".\r\n")
	return err
}

func main() {
	m := &maildrop{user: "ann", sizes: []int{120, 2048, 77}}
	var got strings.Builder
	if err := m.list(&got, true); err != nil {
		fmt.Println(err)
	}
	if !strings.HasSuffix(got.String(), ".\r\n") {
		panic(fmt.Sprintf("the list has no end: %q", got.String()))
	}
}
