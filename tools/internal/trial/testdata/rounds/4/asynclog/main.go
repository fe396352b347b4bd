// truth: correct

// Asynclog writes log records on a goroutine of its own, drops the oldest
// when it cannot keep up, and drains at shutdown.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Level string
	Line  []byte
}

func (r *Record) Reset() {
	r.Level = ""
	r.Line = r.Line[:0]
}

type Logger struct {
	pool    rcpool.Pool[Record]
	mu      sync.Mutex
	ready   sync.Cond
	ring    []rcpool.Ref[Record]
	first   int
	n       int
	dropped int
	closed  bool
	done    chan struct{}
}

func New(w io.Writer, size int) *Logger {
	l := &Logger{ring: make([]rcpool.Ref[Record], size), done: make(chan struct{})}
	l.pool.Name = "records"
	l.ready.L = &l.mu
	go l.write(w)
	return l
}

func (l *Logger) Printf(level, format string, args ...any) {
	ref := l.pool.Get()
	defer rcpool.Drop(&ref)
	r := ref.Value()
	r.Level = level
	r.Line = fmt.Appendf(r.Line, format, args...)

	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	if l.n == len(l.ring) {
		oldest := l.popLocked()
		oldest.Release()
		l.dropped++
	}
	l.ring[(l.first+l.n)%len(l.ring)] = rcpool.Move(&ref)
	l.n++
	l.ready.Signal()
}

// popLocked hands the oldest record to the caller.
func (l *Logger) popLocked() rcpool.Ref[Record] {
	ref := rcpool.Move(&l.ring[l.first])
	l.first = (l.first + 1) % len(l.ring)
	l.n--
	return ref
}

// next returns false when the logger is closed and empty.
func (l *Logger) next() (rcpool.Ref[Record], bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.n == 0 {
		if l.closed {
			return rcpool.Ref[Record]{}, false
		}
		l.ready.Wait()
	}
	return l.popLocked(), true
}

func (l *Logger) write(w io.Writer) {
	defer close(l.done)
	out := bufio.NewWriter(w)
	defer out.Flush()
	for {
		ref, ok := l.next()
		if !ok {
			return
		}
		emit(out, ref)
	}
}

// emit takes ref over.
func emit(out *bufio.Writer, ref rcpool.Ref[Record]) {
	defer ref.Release()
	fmt.Fprintf(out, "%-5s %s\n", ref.Value().Level, ref.Value().Line)
}

func (l *Logger) Close(ctx context.Context) error {
	l.mu.Lock()
	l.closed = true
	l.ready.Broadcast()
	l.mu.Unlock()
	select {
	case <-l.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	return l.pool.Drain(ctx)
}

func main() {
	var out strings.Builder
	l := New(&out, 16)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 25 {
				l.Printf("info", "goroutine %d: step %d", g, i)
			}
		})
	}
	wg.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := l.Close(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	l.Printf("warn", "too late")
	fmt.Println(strings.Count(out.String(), "\n") + l.dropped)
}
