// truth: correct
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

var lines bytebufferpool.Pool

type request struct {
	method, path string
	status, size int
}

// logger writes lines on a goroutine of its own.
type logger struct {
	queue chan *bytebufferpool.ByteBuffer
	done  chan struct{}
	once  sync.Once
	lost  int
	err   error
}

func newLogger(w io.Writer, depth int) *logger {
	l := &logger{queue: make(chan *bytebufferpool.ByteBuffer, depth), done: make(chan struct{})}
	go func() {
		defer close(l.done)
		for b := range l.queue {
			if l.err == nil {
				_, l.err = b.WriteTo(w)
			} else {
				l.lost++
			}
			lines.Put(b)
		}
	}()
	return l
}

func escape(b *bytebufferpool.ByteBuffer, s string) error {
	for i := range len(s) {
		switch c := s[i]; {
		case c == 0:
			return errors.New("NUL in request line")
		case c < ' ' || c == '"':
			fmt.Fprintf(b, "\\x%02x", c)
		default:
			b.WriteByte(c)
		}
	}
	return nil
}

// log queues a line, which the writer gives back to the pool.
func (l *logger) log(r request) error {
	b := lines.Get()
	b.WriteString(r.method)
	b.WriteString(` "`)
	if err := escape(b, r.path); err != nil {
		lines.Put(b)
		return err
	}
	b.B = fmt.Appendf(b.B, `" %d %d`, r.status, r.size)
	b.WriteByte('\n')
	n := b.Len()
	l.queue <- b
	if n > 200 {
		return fmt.Errorf("long line: %d bytes", n)
	}
	return nil
}

func (l *logger) close() error {
	l.once.Do(func() { close(l.queue) })
	<-l.done
	return l.err
}

type limited struct {
	strings.Builder
	left int
}

func (w *limited) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return 0, io.ErrShortWrite
	}
	w.left -= len(p)
	return w.Builder.Write(p)
}

func main() {
	out := &limited{left: 100}
	l := newLogger(out, 4)
	for i := range 6 {
		path := "/objects/" + strings.Repeat("k", i)
		if i == 3 {
			path += "\"\t"
		}
		if err := l.log(request{"GET", path, 200, i * 100}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(l.log(request{"PUT", "/\x00", 400, 0}))
	fmt.Println(l.close(), l.close(), l.lost)
	fmt.Print(out.String())
}
