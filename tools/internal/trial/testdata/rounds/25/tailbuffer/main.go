// truth: escape line 72 hard

// Command tailbuffer formats log records and keeps the last few for crash dumps.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

var lineBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type level int8

const (
	debug level = iota
	info
	fatal
)

var levelNames = [...]string{"DBG", "INF", "FTL"}

// history is a ring of the last records.
type history struct {
	slots [][]byte
	next  int
}

func (h *history) add(line []byte) {
	h.slots[h.next%len(h.slots)] = line
	h.next++
}

func (h *history) dump(w io.Writer) error {
	for i := max(0, h.next-len(h.slots)); i < h.next; i++ {
		if _, err := w.Write(h.slots[i%len(h.slots)]); err != nil {
			return err
		}
	}
	return nil
}

type logger struct {
	mu   sync.Mutex
	out  io.Writer
	min  level
	hist history
	tag  string
}

func newLogger(out io.Writer, min level, keep int) *logger {
	return &logger{out: out, min: min, hist: history{slots: make([][]byte, keep)}}
}

func (l *logger) log(lv level, format string, args ...any) {
	buf := lineBuffers.Get().(*bytes.Buffer)
	defer lineBuffers.Put(buf)
	buf.Reset()
	buf.WriteString(levelNames[lv])
	buf.WriteByte(' ')
	if l.tag != "" {
		fmt.Fprintf(buf, "[%s] ", l.tag)
	}
	fmt.Fprintf(buf, format, args...)
	buf.WriteByte('\n')

	l.mu.Lock()
	defer l.mu.Unlock()
	l.hist.add(buf.Bytes())
	if lv < l.min {
		return
	}
	if _, err := l.out.Write(buf.Bytes()); err != nil {
		l.min = fatal
	}
	if lv == fatal {
		l.hist.dump(l.out)
	}
}

func main() {
	var out strings.Builder
	l := newLogger(&out, info, 3)
	l.tag = "bidder"
	for i := range 4 {
		l.log(debug, "request %d took %dus", i, i*37)
	}
	l.log(info, "pool size %d", 8)
	l.log(fatal, "cannot bind port %d", 80)
	fmt.Print(out.String())
}
