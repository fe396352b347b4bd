// truth: correct
package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

const maxKept = 4 << 10

type line struct{ buf []byte }

var linePool = sync.Pool{New: func() any { return &line{buf: make([]byte, 0, 256)} }}

func newLine() *line { return linePool.Get().(*line) }

// free gives the line back, unless it has grown too large.
func (l *line) free() {
	if cap(l.buf) > maxKept {
		return
	}
	l.buf = l.buf[:0]
	linePool.Put(l)
}

func (l *line) str(key, value string) *line {
	l.key(key)
	l.buf = strconv.AppendQuote(l.buf, value)
	return l
}

func (l *line) num(key string, value int) *line {
	l.key(key)
	l.buf = strconv.AppendInt(l.buf, int64(value), 10)
	return l
}

func (l *line) key(key string) {
	if len(l.buf) > 0 {
		l.buf = append(l.buf, ',')
	}
	l.buf = strconv.AppendQuote(l.buf, key)
	l.buf = append(l.buf, ':')
}

type Logger struct {
	mu  sync.Mutex
	out io.Writer
	now func() time.Time
}

// emit writes the line and frees it.
func (l *Logger) emit(ln *line) error {
	defer ln.free()
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := io.WriteString(l.out, "{"); err != nil {
		return err
	}
	if _, err := l.out.Write(ln.buf); err != nil {
		return err
	}
	_, err := io.WriteString(l.out, "}\n")
	return err
}

func (l *Logger) Info(message string, fields ...string) error {
	ln := newLine().str("msg", message).num("ts", int(l.now().Unix()))
	for i := 0; i+1 < len(fields); i += 2 {
		ln.str(fields[i], fields[i+1])
	}
	return l.emit(ln)
}

func main() {
	var out strings.Builder
	l := &Logger{out: &out, now: func() time.Time { return time.Unix(17, 0) }}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for range 50 {
				if err := l.Info("hello", "worker", strconv.Itoa(i)); err != nil {
					fmt.Println(err)
				}
			}
		})
	}
	wg.Wait()
	if err := l.Info("big", "data", strings.Repeat("x", 2*maxKept)); err != nil {
		fmt.Println(err)
	}
	good := 0
	for s := range strings.Lines(out.String()) {
		if strings.HasPrefix(s, `{"msg":"hello","ts":17,"worker":"`) && strings.HasSuffix(s, "\"}\n") {
			good++
		}
	}
	fmt.Println(good, strings.Count(out.String(), "\n"))
}
