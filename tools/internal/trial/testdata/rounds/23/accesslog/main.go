// truth: correct

// Command accesslog writes one line per request.
package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"time"
)

const maxKept = 4 << 10

var linePool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getLine() *bytes.Buffer {
	b := linePool.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

func putLine(b *bytes.Buffer) {
	if b.Cap() > maxKept {
		return
	}
	linePool.Put(b)
}

type statusWriter struct {
	http.ResponseWriter
	status int
	bytes  int
}

var statusPool = sync.Pool{New: func() any { return new(statusWriter) }}

func (s *statusWriter) WriteHeader(code int) {
	if s.status == 0 {
		s.status = code
	}
	s.ResponseWriter.WriteHeader(code)
}

func (s *statusWriter) Write(p []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	n, err := s.ResponseWriter.Write(p)
	s.bytes += n
	return n, err
}

func (s *statusWriter) release() {
	*s = statusWriter{}
	statusPool.Put(s)
}

type logger struct {
	mu     sync.Mutex
	w      io.Writer
	recent []string
	now    func() time.Time
}

func (l *logger) write(r *http.Request, s *statusWriter) {
	b := getLine()
	defer putLine(b)
	b.WriteString(l.now().Format(time.RFC3339))
	b.WriteByte(' ')
	b.WriteString(r.Method)
	b.WriteByte(' ')
	b.WriteString(r.URL.Path)
	b.WriteByte(' ')
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(s.status), 10))
	b.WriteByte(' ')
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(s.bytes), 10))
	b.WriteByte('\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	l.recent = append(l.recent, b.String())
	if _, err := b.WriteTo(l.w); err != nil {
		fmt.Fprintln(os.Stderr, "accesslog:", err)
	}
}

func (l *logger) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := statusPool.Get().(*statusWriter)
		s.ResponseWriter = w
		defer s.release()
		defer l.write(r, s)
		next.ServeHTTP(s, r)
	})
}

func main() {
	l := &logger{w: os.Stdout, now: func() time.Time { return time.Unix(0, 0).UTC() }}
	h := l.wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/missing" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, "welcome")
	}))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			path := "/"
			if i%4 == 0 {
				path = "/missing"
			}
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		})
	}
	wg.Wait()
	fmt.Println(len(l.recent))
}
