// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

type line struct {
	buf   []byte
	depth int
}

var lines = sync.Pool{New: func() any { return &line{buf: make([]byte, 0, 256)} }}

const maxLine = 4 << 10

func newLine() *line {
	l := lines.Get().(*line)
	l.buf = l.buf[:0]
	l.depth = 0
	return l
}

func (l *line) free() {
	if cap(l.buf) > maxLine {
		return
	}
	lines.Put(l)
}

func (l *line) str(key, value string) *line {
	l.key(key)
	l.buf = strconv.AppendQuote(l.buf, value)
	return l
}

func (l *line) num(key string, n int64) *line {
	l.key(key)
	l.buf = strconv.AppendInt(l.buf, n, 10)
	return l
}

func (l *line) key(key string) {
	if l.depth > 0 {
		l.buf = append(l.buf, ',')
	}
	l.depth++
	l.buf = strconv.AppendQuote(l.buf, key)
	l.buf = append(l.buf, ':')
}

type Logger struct {
	mu  sync.Mutex
	out io.Writer
}

// send writes the line and takes it over.
func (g *Logger) send(l *line) error {
	defer l.free()
	if l.depth == 0 {
		return errors.New("empty line")
	}
	l.buf = append(l.buf, '\n')
	g.mu.Lock()
	defer g.mu.Unlock()
	_, err := g.out.Write(l.buf)
	return err
}

func main() {
	var out bytes.Buffer
	g := &Logger{out: &out}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if err := g.send(newLine().str("msg", "hello").num("n", int64(i))); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(g.send(newLine()))
	fmt.Println(g.send(newLine().str("big", string(make([]byte, 2*maxLine)))))
	fmt.Println(bytes.Count(out.Bytes(), []byte("hello")))
}
