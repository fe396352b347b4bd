// truth: correct

// Accesslog formats a line for each request and writes it on one goroutine,
// which gives the buffers back.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type Log struct {
	lines chan *bytebufferpool.ByteBuffer
	wg    sync.WaitGroup
	last  string
}

func Open(w io.Writer) *Log {
	l := &Log{lines: make(chan *bytebufferpool.ByteBuffer, 4)}
	l.wg.Go(func() {
		for line := range l.lines {
			l.write(w, line)
		}
	})
	return l
}

// write owns line.
func (l *Log) write(w io.Writer, line *bytebufferpool.ByteBuffer) {
	defer bytebufferpool.Put(line)
	l.last = line.String() // a copy
	if _, err := line.WriteTo(w); err != nil {
		fmt.Println("log:", err)
	}
}

func (l *Log) Close() {
	close(l.lines)
	l.wg.Wait()
}

type status struct {
	http.ResponseWriter
	code, bytes int
}

func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

func (s *status) Write(p []byte) (int, error) {
	n, err := s.ResponseWriter.Write(p)
	s.bytes += n
	return n, err
}

func (l *Log) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := &status{ResponseWriter: w, code: http.StatusOK}
		next.ServeHTTP(s, r)
		line := bytebufferpool.Get()
		line.B = append(line.B, r.Method...)
		line.B = append(line.B, ' ')
		line.B = append(line.B, r.URL.Path...)
		line.B = append(line.B, ' ')
		line.B = strconv.AppendInt(line.B, int64(s.code), 10)
		line.B = append(line.B, ' ')
		line.B = strconv.AppendInt(line.B, int64(s.bytes), 10)
		line.B = append(line.B, '\n')
		l.lines <- line
	})
}

func main() {
	var out strings.Builder
	l := Open(&out)
	h := l.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			http.Error(w, "gone", http.StatusGone)
			return
		}
		fmt.Fprint(w, "hello")
	}))
	var clients sync.WaitGroup
	for i := range 20 {
		clients.Go(func() {
			path := []string{"/a", "/b", "/gone"}[i%3]
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		})
	}
	clients.Wait()
	l.Close()
	fmt.Println(strings.Count(out.String(), "\n"), strings.Count(out.String(), "410"), l.last != "")
}
