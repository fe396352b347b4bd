// truth: correct

package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"
)

type asyncWriter struct {
	lines chan *bytebufferpool.ByteBuffer
	done  chan struct{}
	out   io.Writer
	err   error

	mu      sync.RWMutex
	closed  bool
	dropped int
}

func newAsyncWriter(out io.Writer, depth int) *asyncWriter {
	a := &asyncWriter{lines: make(chan *bytebufferpool.ByteBuffer, depth), done: make(chan struct{}), out: out}
	go a.loop()
	return a
}

func (a *asyncWriter) loop() {
	defer close(a.done)
	for line := range a.lines {
		if a.err == nil {
			_, a.err = a.out.Write(line.B)
		}
		bytebufferpool.Put(line)
	}
}

// submit takes the line over if it returns true.
func (a *asyncWriter) submit(line *bytebufferpool.ByteBuffer) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.closed {
		return false
	}
	a.lines <- line
	return true
}

func (a *asyncWriter) Close() error {
	a.mu.Lock()
	if !a.closed {
		a.closed = true
		close(a.lines)
	}
	a.mu.Unlock()
	<-a.done
	return a.err
}

func (a *asyncWriter) log(method, path string, status int, took time.Duration) {
	line := bytebufferpool.Get()
	line.B = append(line.B, method...)
	line.B = append(line.B, ' ')
	line.B = append(line.B, path...)
	fmt.Fprintf(line, " %d %s\n", status, took)
	if !a.submit(line) {
		bytebufferpool.Put(line)
		a.mu.Lock()
		a.dropped++
		a.mu.Unlock()
	}
}

func main() {
	var file bytes.Buffer
	w := newAsyncWriter(&file, 8)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 10 {
				w.log("GET", fmt.Sprintf("/w%d/%d", worker, i), 200, time.Millisecond)
			}
		}()
	}
	wg.Wait()
	err := w.Close()
	w.log("GET", "/late", 503, 0)
	fmt.Println(bytes.Count(file.Bytes(), []byte("\n")), err, w.dropped, w.Close())
}
