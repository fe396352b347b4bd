// truth: escape line 55 hard

// Command csp-report collects reports of browsers, and writes them together when
// the collector is flushed.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

var pool bytebufferpool.Pool

type collector struct {
	mu      sync.Mutex
	writers []func(io.Writer) error
}

func (c *collector) later(f func(io.Writer) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writers = append(c.writers, f)
}

func (c *collector) flush(w io.Writer) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, write := range c.writers {
		if err == nil {
			err = write(w)
		}
	}
	c.writers = nil
	return err
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := pool.Get()
	defer pool.Put(body)
	if _, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, 64)); err != nil {
		http.Error(w, "cannot read the report", http.StatusBadRequest)
		return
	}
	if body.Len() == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	agent := r.UserAgent()
	c.later(func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s: %s\n", agent, body.B)
		return err
	})
	w.WriteHeader(http.StatusAccepted)
}

func main() {
	c := new(collector)
	codes := map[int]int{}
	for i := range 12 {
		text := fmt.Sprintf("report %d", i)
		switch i {
		case 3:
			text = ""
		case 5:
			text = strings.Repeat("x", 100)
		}
		r := httptest.NewRequest("POST", "/csp", strings.NewReader(text))
		r.Header.Set("User-Agent", text)
		w := httptest.NewRecorder()
		c.ServeHTTP(w, r)
		codes[w.Code]++
	}
	var out strings.Builder
	if err := c.flush(&out); err != nil {
		fmt.Println(err)
	}
	right := 0
	for line := range strings.Lines(out.String()) {
		agent, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if agent == text {
			right++
		}
	}
	fmt.Println(codes, right, "lines are right")
}
