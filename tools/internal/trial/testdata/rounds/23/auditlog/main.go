// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// A Logger collects lines in one buffer while another one is written.
type Logger struct {
	mu     sync.Mutex
	active rcpool.Ref[bytes.Buffer]
	full   chan rcpool.Ref[bytes.Buffer]
	done   chan struct{}
	err    error
	lost   int
}

func NewLogger(w io.Writer) *Logger {
	l := &Logger{full: make(chan rcpool.Ref[bytes.Buffer], 1), done: make(chan struct{})}
	go l.drain(w)
	return l
}

func (l *Logger) drain(w io.Writer) {
	defer close(l.done)
	out := stdpool.BufioWriter(w)
	defer out.Release()
	for b := range l.full {
		if l.err == nil {
			_, l.err = b.Value().WriteTo(out.Value())
		}
		b.Release()
	}
	if err := out.Value().Flush(); l.err == nil {
		l.err = err
	}
}

func (l *Logger) Log(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.active.IsZero() {
		l.active = stdpool.Buffer()
	}
	fmt.Fprintf(l.active.Value(), format+"\n", args...)
	if l.active.Value().Len() > 128 {
		l.rotate()
	}
}

// rotate hands the active buffer to the writer, or forgets it if that is behind.
func (l *Logger) rotate() {
	b := rcpool.Move(&l.active)
	select {
	case l.full <- b:
	case <-time.After(10 * time.Millisecond):
		l.lost += bytes.Count(b.Value().Bytes(), []byte("\n"))
		b.Release()
	}
}

var errLost = errors.New("lines were lost")

// Close writes what is left. No Log may follow.
func (l *Logger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.active.IsZero() {
		l.full <- rcpool.Move(&l.active)
	}
	close(l.full)
	<-l.done
	if l.lost > 0 {
		return errors.Join(l.err, errLost)
	}
	return l.err
}

func main() {
	var file bytes.Buffer
	l := NewLogger(&file)
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() {
			for j := range 10 {
				l.Log("user %d did action %d", i, j)
			}
		})
	}
	wg.Wait()
	if err := l.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(bytes.Count(file.Bytes(), []byte("\n")) == 50)

	idle := NewLogger(io.Discard)
	fmt.Println(idle.Close())
}
