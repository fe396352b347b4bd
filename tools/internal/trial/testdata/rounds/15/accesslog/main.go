// truth: correct
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"
)

type writer struct {
	lines chan *bytebufferpool.ByteBuffer
	done  chan error
}

func newWriter(out io.Writer) *writer {
	w := &writer{make(chan *bytebufferpool.ByteBuffer, 32), make(chan error, 1)}
	go w.run(out)
	return w
}

func (w *writer) run(out io.Writer) {
	batch := bytebufferpool.Get()
	defer bytebufferpool.Put(batch)
	var failed error
	write := func() {
		if _, err := out.Write(batch.B); err != nil && failed == nil {
			failed = err
		}
		batch.Reset()
	}
	for line := range w.lines {
		batch.Write(line.B)
		bytebufferpool.Put(line)
		if batch.Len() > 256 {
			write()
		}
	}
	write()
	w.done <- failed
}

func (w *writer) log(method, path string, status int, took time.Duration) {
	b := bytebufferpool.Get()
	b.WriteString(method)
	b.WriteByte(' ')
	b.B = strconv.AppendQuote(b.B, path)
	b.WriteByte(' ')
	b.B = strconv.AppendInt(b.B, int64(status), 10)
	b.WriteByte(' ')
	b.B = strconv.AppendInt(b.B, took.Milliseconds(), 10)
	b.WriteString("ms\n")
	select {
	case w.lines <- b:
	case <-time.After(time.Second):
		bytebufferpool.Put(b)
	}
}

func (w *writer) close() error {
	close(w.lines)
	return <-w.done
}

type lineCount struct{ n int }

func (c *lineCount) Write(p []byte) (int, error) {
	for _, b := range p {
		if b == '\n' {
			c.n++
		}
	}
	return len(p), nil
}

func key(method, path string) string {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	b.WriteString(method)
	b.WriteByte(':')
	b.WriteString(path)
	return b.String()
}

func main() {
	c := &lineCount{}
	w := newWriter(c)
	var mu sync.Mutex
	seen := map[string]int{}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 40 {
				p := fmt.Sprintf("/item/%d", i%5)
				w.log("GET", p, 200, time.Duration(g)*time.Millisecond)
				mu.Lock()
				seen[key("GET", p)]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Fprintln(os.Stdout, w.close(), c.n, len(seen), seen["GET:/item/3"])
}
