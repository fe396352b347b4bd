// truth: correct

// Command linelogger formats log lines into pooled buffers that a writer goroutine empties.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
)

const maxKept = 1 << 10

var lines = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getLine() *bytes.Buffer {
	b := lines.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

func putLine(b *bytes.Buffer) {
	if b.Cap() > maxKept {
		return
	}
	lines.Put(b)
}

type field struct {
	key   string
	value any
}

type logger struct {
	queue  chan *bytes.Buffer
	done   chan struct{}
	prefix []byte
	lost   int
	mu     sync.Mutex
}

func newLogger(out io.Writer, size int) *logger {
	l := &logger{queue: make(chan *bytes.Buffer, size), done: make(chan struct{})}
	go l.write(out)
	return l
}

func (l *logger) write(out io.Writer) {
	defer close(l.done)
	for b := range l.queue {
		if _, err := b.WriteTo(out); err != nil {
			fmt.Fprintln(os.Stderr, "log:", err)
		}
		putLine(b)
	}
}

// with returns a copy of the fields, already formatted.
func (l *logger) with(fields ...field) []byte {
	b := getLine()
	defer putLine(b)
	b.Write(l.prefix)
	for _, f := range fields {
		appendField(b, f)
	}
	return bytes.Clone(b.Bytes())
}

func appendField(b *bytes.Buffer, f field) {
	b.WriteByte(' ')
	b.WriteString(f.key)
	b.WriteByte('=')
	switch v := f.value.(type) {
	case string:
		b.Write(strconv.AppendQuote(b.AvailableBuffer(), v))
	case int:
		b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(v), 10))
	default:
		fmt.Fprint(b, v)
	}
}

func (l *logger) log(context []byte, msg string, fields ...field) {
	b := getLine()
	b.WriteString(msg)
	b.Write(context)
	for _, f := range fields {
		appendField(b, f)
	}
	b.WriteByte('\n')
	select {
	case l.queue <- b:
	default:
		putLine(b)
		l.mu.Lock()
		l.lost++
		l.mu.Unlock()
	}
}

func (l *logger) close() {
	close(l.queue)
	<-l.done
}

func main() {
	l := newLogger(os.Stdout, 64)
	ctx := l.with(field{"svc", "api"}, field{"pid", 7})
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { l.log(ctx, "request", field{"n", i}, field{"ok", true}) })
	}
	wg.Wait()
	l.log(nil, "bye", field{"text", string(make([]byte, 500))[:1]})
	l.close()
	fmt.Println("lost", l.lost)
}
