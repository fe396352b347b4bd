// truth: correct

package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

var chunks = rcpool.Pool[bytes.Buffer]{Name: "chunks"}

// A LogWriter collects lines in one buffer, while another one is written.
type LogWriter struct {
	mu      sync.Mutex
	active  rcpool.Ref[bytes.Buffer]
	to      io.Writer
	wake    chan struct{}
	stopped chan struct{}
	err     error
}

func NewLogWriter(to io.Writer) *LogWriter {
	l := &LogWriter{
		active:  chunks.Get(),
		to:      to,
		wake:    make(chan struct{}, 1),
		stopped: make(chan struct{}),
	}
	go l.loop()
	return l
}

func (l *LogWriter) Printf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	buf := l.active.Value()
	fmt.Fprintf(buf, format, args...)
	buf.WriteByte('\n')
	if buf.Len() > 128 {
		select {
		case l.wake <- struct{}{}:
		default:
		}
	}
}

// swap returns the full buffer, which the caller owns, and starts a new one.
func (l *LogWriter) swap() rcpool.Ref[bytes.Buffer] {
	fresh := chunks.Get()
	l.mu.Lock()
	defer l.mu.Unlock()
	fresh, l.active = l.active, fresh
	return fresh
}

func (l *LogWriter) flush() {
	full := l.swap()
	defer full.Release()
	if _, err := full.Value().WriteTo(l.to); err != nil && l.err == nil {
		l.err = err
	}
}

func (l *LogWriter) loop() {
	defer close(l.stopped)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case _, ok := <-l.wake:
			l.flush()
			if !ok {
				return
			}
		case <-tick.C:
			l.flush()
		}
	}
}

// Close writes the rest. Nobody may call Printf any more.
func (l *LogWriter) Close() error {
	close(l.wake)
	<-l.stopped
	rcpool.Drop(&l.active)
	return l.err
}

func main() {
	var out bytes.Buffer
	l := NewLogWriter(&out)
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			for i := range 40 {
				l.Printf("worker %d line %d", g, i)
				if i%10 == 0 {
					time.Sleep(time.Millisecond)
				}
			}
		})
	}
	wg.Wait()
	if err := l.Close(); err != nil {
		panic(err)
	}
	fmt.Println(bytes.Count(out.Bytes(), []byte("\n")), "lines")
}
