// truth: correct

// Ssereply streams server-sent events. Each stream has a pooled bufio.Writer,
// which goes back when the stream is closed, however often that happens.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1024) }}

type stream struct {
	mu     sync.Mutex
	buf    *bufio.Writer
	flush  func()
	events int
}

func newStream(w http.ResponseWriter) *stream {
	s := &stream{buf: writers.Get().(*bufio.Writer), flush: func() {}}
	s.buf.Reset(w)
	if f, ok := w.(http.Flusher); ok {
		s.flush = f.Flush
	}
	return s
}

func (s *stream) send(event, data string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.buf == nil {
		return io.ErrClosedPipe
	}
	fmt.Fprintf(s.buf, "event: %s\n", event)
	for line := range strings.SplitSeq(data, "\n") {
		fmt.Fprintf(s.buf, "data: %s\n", line)
	}
	s.buf.WriteByte('\n')
	if err := s.buf.Flush(); err != nil {
		return err
	}
	s.flush()
	s.events++
	return nil
}

func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.buf == nil {
		return nil
	}
	err := s.buf.Flush()
	s.buf.Reset(nil)
	writers.Put(s.buf)
	s.buf = nil
	return err
}

type ticker struct {
	mu     sync.Mutex
	topics map[string][]*stream
}

func (t *ticker) join(topic string, s *stream) (leave func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.topics[topic] = append(t.topics[topic], s)
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		list := t.topics[topic]
		for i := range list {
			if list[i] == s {
				t.topics[topic] = append(list[:i:i], list[i+1:]...)
				break
			}
		}
		s.Close()
	}
}

func (t *ticker) broadcast(topic, data string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.topics[topic] {
		if err := s.send(topic, data); err != nil {
			s.Close()
		}
	}
}

func (t *ticker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	s := newStream(w)
	defer s.Close()
	if err := s.send("hello", "welcome\nback"); err != nil {
		return
	}
	leave := t.join(r.URL.Path[1:], s)
	defer leave()
	select {
	case <-r.Context().Done():
	case <-time.After(30 * time.Millisecond):
	}
}

func main() {
	t := &ticker{topics: map[string][]*stream{}}
	server := httptest.NewServer(t)
	defer server.Close()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/prices", nil)
			if err != nil {
				panic(err)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				panic(err)
			}
			defer resp.Body.Close()
			text, err := io.ReadAll(resp.Body)
			if err != nil || !strings.Contains(string(text), "data: back") {
				panic(fmt.Sprint(err, string(text)))
			}
		})
	}
	for range 10 {
		time.Sleep(2 * time.Millisecond)
		t.broadcast("prices", "42")
	}
	wg.Wait()
	t.broadcast("prices", "nobody")
	fmt.Println(len(t.topics["prices"]))
}
