// truth: correct

// Command accesslog writes log records as JSON lines from a goroutine of its own.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Record struct {
	Method string            `json:"method"`
	Status int               `json:"status"`
	Attrs  map[string]string `json:"attrs,omitempty"`
}

func (r *Record) Reset() {
	attrs := r.Attrs
	clear(attrs)
	*r = Record{Attrs: attrs}
}

type Logger struct {
	records rcpool.Pool[Record]
	lines   chan rcpool.Ref[bytes.Buffer]
	done    sync.WaitGroup
	err     error
}

func NewLogger(w io.Writer) *Logger {
	l := &Logger{lines: make(chan rcpool.Ref[bytes.Buffer], 4)}
	l.records.New = func() *Record { return &Record{Attrs: make(map[string]string)} }
	l.done.Go(func() { l.err = l.write(w) })
	return l
}

func (l *Logger) write(w io.Writer) (err error) {
	buffered := stdpool.BufioWriter(w)
	defer buffered.Release()
	out := buffered.Value()
	for line := range l.lines {
		if err == nil {
			_, err = line.Value().WriteTo(out)
		}
		line.Release()
		if err == nil && len(l.lines) == 0 {
			err = out.Flush()
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// Log calls fill with an empty record and writes it.
func (l *Logger) Log(fill func(*Record)) error {
	return l.records.With(func(r *Record) error {
		fill(r)
		line, err := stdpool.EncodeJSON(r)
		if err != nil {
			return err
		}
		line.Value().WriteByte('\n')
		l.lines <- line
		return nil
	})
}

func (l *Logger) Close() error {
	close(l.lines)
	l.done.Wait()
	return l.err
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func main() {
	for _, w := range []io.Writer{new(strings.Builder), broken{}} {
		l := NewLogger(w)
		var callers sync.WaitGroup
		for i := range 10 {
			callers.Go(func() {
				err := l.Log(func(r *Record) {
					r.Method, r.Status = "GET", 200+i
					if i%2 == 0 {
						r.Attrs["n"] = fmt.Sprint(i)
					}
				})
				if err != nil {
					log.Fatal(err)
				}
			})
		}
		callers.Wait()
		err := l.Close()
		if text, ok := w.(fmt.Stringer); ok {
			if err != nil || strings.Count(text.String(), "\n") != 10 || strings.Count(text.String(), "attrs") != 5 {
				log.Fatal(err, text)
			}
		} else if err != io.ErrClosedPipe {
			log.Fatal(err)
		}
	}
	fmt.Println("ok")
}
