// truth: correct
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
)

var lines = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getLine() *bytes.Buffer {
	b := lines.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

func putLine(b *bytes.Buffer) {
	if b.Cap() > 16<<10 {
		return
	}
	lines.Put(b)
}

type Logger struct {
	mu     sync.Mutex
	w      io.Writer
	prefix []byte
}

// With returns a logger whose lines begin with more fields.
func (l *Logger) With(key, value string) *Logger {
	b := getLine()
	defer putLine(b)
	b.Write(l.prefix)
	writeField(b, key, value)
	return &Logger{w: l.w, prefix: bytes.Clone(b.Bytes())}
}

func writeField(b *bytes.Buffer, key, value string) {
	if b.Len() > 0 {
		b.WriteByte(',')
	}
	b.Write(strconv.AppendQuote(b.AvailableBuffer(), key))
	b.WriteByte(':')
	b.Write(strconv.AppendQuote(b.AvailableBuffer(), value))
}

type Entry struct {
	l *Logger
	b *bytes.Buffer
}

func (l *Logger) Start() Entry {
	b := getLine()
	b.Write(l.prefix)
	return Entry{l: l, b: b}
}

func (e Entry) Str(key, value string) Entry {
	writeField(e.b, key, value)
	return e
}

// Send writes the entry. It must not be used afterwards.
func (e Entry) Send() error {
	defer putLine(e.b)
	e.l.mu.Lock()
	defer e.l.mu.Unlock()
	if _, err := fmt.Fprintf(e.l.w, "{%s}\n", e.b.Bytes()); err != nil {
		return fmt.Errorf("log %q: %w", e.b.String(), err)
	}
	return nil
}

// Discard gives the entry up.
func (e Entry) Discard() { putLine(e.b) }

type full struct{}

func (full) Write(p []byte) (int, error) { return 0, io.ErrShortWrite }

func main() {
	root := &Logger{w: os.Stdout}
	gw := root.With("svc", "gateway").With("zone", "b")
	for i := range 4 {
		e := gw.Start().Str("device", strconv.Itoa(i))
		if i%2 == 1 {
			e.Discard()
			continue
		}
		if err := e.Str("state", "up").Send(); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println((&Logger{w: full{}}).Start().Str("a", "b").Send())
}
