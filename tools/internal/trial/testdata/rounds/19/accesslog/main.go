// truth: correct
package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"
)

type entry struct {
	method, path string
	status       int
	took         time.Duration
}

// logger formats entries where they occur, and writes them in one goroutine.
type logger struct {
	lines chan *bytebufferpool.ByteBuffer
	done  chan error
}

func newLogger(w io.Writer) *logger {
	l := &logger{make(chan *bytebufferpool.ByteBuffer, 8), make(chan error, 1)}
	go l.run(w)
	return l
}

func (l *logger) run(w io.Writer) {
	batch := bytebufferpool.Get()
	defer bytebufferpool.Put(batch)
	var failure error
	flush := func() {
		if failure == nil && batch.Len() > 0 {
			_, failure = w.Write(batch.B)
		}
		batch.Reset()
	}
	for line := range l.lines {
		batch.Write(line.B)
		bytebufferpool.Put(line)
		if batch.Len() > 200 || len(l.lines) == 0 {
			flush()
		}
	}
	flush()
	l.done <- failure
}

func (l *logger) log(e entry) {
	b := bytebufferpool.Get()
	if !format(b, e) {
		bytebufferpool.Put(b)
		return
	}
	l.lines <- b
}

// format reports whether the entry is worth a line.
func format(b *bytebufferpool.ByteBuffer, e entry) bool {
	if e.path == "/healthz" {
		return false
	}
	b.WriteString(e.method)
	b.WriteByte(' ')
	b.B = strconv.AppendQuote(b.B, e.path)
	b.WriteByte(' ')
	b.B = strconv.AppendInt(b.B, int64(e.status), 10)
	b.WriteByte(' ')
	b.WriteString(e.took.String())
	b.WriteByte('\n')
	return true
}

func (l *logger) close() error {
	close(l.lines)
	return <-l.done
}

// key returns a string of its own for the metrics of an entry.
func key(e entry) string {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	b.WriteString(e.method)
	b.WriteString(strconv.Itoa(e.status / 100))
	return b.String()
}

func main() {
	var out bytes.Buffer
	l := newLogger(&out)
	var mu sync.Mutex
	counts := map[string]int{}
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			e := entry{"GET", fmt.Sprint("/doc/", i), 200 + 100*(i%4), time.Millisecond}
			if i%10 == 0 {
				e.path = "/healthz"
			}
			l.log(e)
			mu.Lock()
			counts[key(e)]++
			mu.Unlock()
		})
	}
	wg.Wait()
	fmt.Println(l.close(), bytes.Count(out.Bytes(), []byte("\n")), counts)
}
