// truth: reset line 40 callee

// Command trace-context gives each request a context object for tracing, which
// the next request must not inherit from.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/rcpool/rcpool"
)

type baggage struct {
	keys, values []string
}

type traceContext struct {
	id      string
	parent  string
	sampled bool
	baggage baggage
	events  []string
}

func (b *baggage) reset() {
	clear(b.keys)
	clear(b.values)
	b.keys, b.values = b.keys[:0], b.values[:0]
}

func (c *traceContext) forget() {
	c.id = ""
	c.sampled = false
	clear(c.events)
	c.events = c.events[:0]
}

func (c *traceContext) Reset() {
	c.forget()
	c.baggage.reset()
}

var contexts = rcpool.Pool[traceContext]{Name: "trace contexts"}

func (b *baggage) set(key, value string) {
	b.keys = append(b.keys, key)
	b.values = append(b.values, value)
}

func (c *traceContext) read(h http.Header) {
	c.id = h.Get("Trace-Id")
	if parent := h.Get("Trace-Parent"); parent != "" {
		c.parent = parent
		c.sampled = true
	}
	if user := h.Get("User"); user != "" {
		c.baggage.set("user", user)
	}
}

func handle(w http.ResponseWriter, r *http.Request) {
	ref := contexts.Get()
	defer ref.Release()
	c := ref.Value()
	c.read(r.Header)
	c.events = append(c.events, "begin")
	if c.parent != "" {
		w.Header().Set("Trace-Parent", c.parent)
	}
	c.events = append(c.events, "end")
	fmt.Fprintf(w, "%s %v %d events, %d baggage\n", c.id, c.sampled, len(c.events), len(c.baggage.keys))
}

func main() {
	for i := range 6 {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Trace-Id", fmt.Sprint("t", i))
		if i%2 == 0 {
			r.Header.Set("Trace-Parent", fmt.Sprint("p", i))
			r.Header.Set("User", "ann")
		}
		w := httptest.NewRecorder()
		handle(w, r)
		fmt.Print(w.Header().Get("Trace-Parent"), ": ", w.Body)
	}
}
