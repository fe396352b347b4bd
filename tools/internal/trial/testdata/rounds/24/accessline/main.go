// truth: correct

// Command accessline is an HTTP middleware that formats one log line per
// request into a pooled slice and hands it to a writer goroutine.
package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
)

const maxLine = 1 << 10

var lines = sync.Pool{New: func() any {
	b := make([]byte, 0, 128)
	return &b
}}

func getLine() *[]byte { return lines.Get().(*[]byte) }

// putLine gives a line back, unless it has grown too large.
func putLine(line *[]byte) {
	if cap(*line) > maxLine {
		return
	}
	*line = (*line)[:0]
	lines.Put(line)
}

type sink struct {
	in      chan *[]byte
	done    chan struct{}
	dropped int
	mu      sync.Mutex
}

func newSink(w io.Writer) *sink {
	s := &sink{in: make(chan *[]byte, 64), done: make(chan struct{})}
	go func() {
		defer close(s.done)
		for line := range s.in {
			_, err := w.Write(*line)
			putLine(line)
			if err != nil {
				s.mu.Lock()
				s.dropped++
				s.mu.Unlock()
			}
		}
	}()
	return s
}

// log takes line over.
func (s *sink) log(line *[]byte) {
	select {
	case s.in <- line:
	default:
		putLine(line)
		s.mu.Lock()
		s.dropped++
		s.mu.Unlock()
	}
}

type recorder struct {
	http.ResponseWriter
	status, size int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	n, err := r.ResponseWriter.Write(p)
	r.size += n
	return n, err
}

func appendLine(b []byte, r *http.Request, rec *recorder) []byte {
	b = append(b, r.Method...)
	b = append(b, ' ')
	b = append(b, r.URL.RequestURI()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(rec.status), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(rec.size), 10)
	return append(b, '\n')
}

func withLog(next http.Handler, s *sink) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		line := getLine()
		*line = appendLine(*line, r, rec)
		s.log(line)
	})
}

func main() {
	var out bytes.Buffer
	s := newSink(&out)
	handler := withLog(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/missing" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "hello from %s", r.URL.Path)
	}), s)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for _, path := range []string{"/", "/a?b=c", "/missing"} {
				handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
			}
		})
	}
	wg.Wait()
	close(s.in)
	<-s.done
	fmt.Println(bytes.Count(out.Bytes(), []byte("\n")), s.dropped)
}
