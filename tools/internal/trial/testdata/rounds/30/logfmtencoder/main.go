// truth: correct

// Command logfmtencoder is a small structured logger: lines are built in
// pooled buffers and written with one call.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
)

const maxKept = 8 << 10

var lineBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getLine() *bytes.Buffer {
	b := lineBuffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

func putLine(b *bytes.Buffer) {
	if b.Cap() > maxKept {
		return
	}
	lineBuffers.Put(b)
}

type field struct {
	key   string
	value any
}

type logger struct {
	mu     *sync.Mutex
	out    io.Writer
	prefix []byte
	level  int
}

// with returns a logger that adds fields to each line.
func (l logger) with(fields ...field) logger {
	b := getLine()
	defer putLine(b)
	b.Write(l.prefix)
	appendFields(b, fields)
	l.prefix = bytes.Clone(b.Bytes())
	return l
}

func appendFields(b *bytes.Buffer, fields []field) {
	for _, f := range fields {
		b.WriteByte(' ')
		b.WriteString(f.key)
		b.WriteByte('=')
		appendValue(b, f.value)
	}
}

func appendValue(b *bytes.Buffer, v any) {
	switch v := v.(type) {
	case int:
		b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(v), 10))
	case string:
		if strings.ContainsAny(v, " =\"") {
			b.Write(strconv.AppendQuote(b.AvailableBuffer(), v))
			return
		}
		b.WriteString(v)
	case error:
		appendValue(b, v.Error())
	default:
		fmt.Fprint(b, v)
	}
}

func (l logger) log(level int, msg string, fields ...field) error {
	if level < l.level {
		return nil
	}
	b := getLine()
	defer putLine(b)
	b.WriteString("level=")
	b.WriteString([]string{"debug", "info", "warn"}[level])
	b.WriteString(" msg=")
	appendValue(b, msg)
	b.Write(l.prefix)
	appendFields(b, fields)
	b.WriteByte('\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.out.Write(b.Bytes())
	return err
}

func main() {
	l := logger{mu: new(sync.Mutex), out: os.Stdout, level: 1}
	req := l.with(field{"req", 17}, field{"user", "ann b"})
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			if err := req.log(i, "step done", field{"n", i}); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		})
	}
	wg.Wait()
	l.log(2, "end", field{"err", io.ErrUnexpectedEOF}, field{"big", strings.Repeat("x", 30)})
}
