// truth: correct
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
)

var records = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// An AsyncWriter writes records in the background. Who gets a record from the
// channel puts it back.
type AsyncWriter struct {
	queue   chan *bytes.Buffer
	stopped chan struct{}
	dropped atomic.Int64
	err     error
}

func NewAsyncWriter(w io.Writer, n int) *AsyncWriter {
	a := &AsyncWriter{queue: make(chan *bytes.Buffer, n), stopped: make(chan struct{})}
	go a.loop(w)
	return a
}

func (a *AsyncWriter) loop(w io.Writer) {
	defer close(a.stopped)
	out := bufio.NewWriter(w)
	for record := range a.queue {
		if a.err == nil {
			_, a.err = record.WriteTo(out)
		}
		record.Reset()
		records.Put(record)
		if len(a.queue) == 0 && a.err == nil {
			a.err = out.Flush()
		}
	}
	a.err = errors.Join(a.err, out.Flush())
}

// Printf queues a record. It drops the record rather than wait.
func (a *AsyncWriter) Printf(format string, args ...any) {
	record := records.Get().(*bytes.Buffer)
	fmt.Fprintf(record, format, args...)
	if record.Len() == 0 {
		records.Put(record)
		return
	}
	record.WriteByte('\n')
	select {
	case a.queue <- record:
	default:
		a.dropped.Add(1)
		record.Reset()
		records.Put(record)
	}
}

func (a *AsyncWriter) Close() error {
	close(a.queue)
	<-a.stopped
	return a.err
}

type slow struct {
	strings.Builder
	gate chan struct{}
}

func (s *slow) Write(p []byte) (int, error) {
	<-s.gate
	return s.Builder.Write(p)
}

func main() {
	var out strings.Builder
	a := NewAsyncWriter(&out, 1000)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 100 {
				a.Printf("worker %d: record %d", i, j)
			}
			a.Printf("")
		})
	}
	wg.Wait()
	fmt.Println(a.Close(), strings.Count(out.String(), "\n"))

	s := &slow{gate: make(chan struct{})}
	b := NewAsyncWriter(s, 4)
	for i := range 50 {
		b.Printf("%d %s", i, strings.Repeat("x", 5000))
	}
	close(s.gate)
	fmt.Println(b.Close(), b.dropped.Load() > 0, strings.Count(s.String(), "\n")+int(b.dropped.Load()))
}
