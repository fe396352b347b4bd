// Package pooled models mistakes with pools that were found in well-known
// projects, and their cures: the facts of each, none of its code.
package pooled

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Of the logger (zerolog#277): an event goes back to its pool when its message
// is sent.

type logEvent struct {
	w    io.Writer
	line []byte
}

var logEvents = sync.Pool{New: func() any { return &logEvent{line: make([]byte, 0, 500)} }}

func newLogEvent(w io.Writer) *logEvent {
	e := logEvents.Get().(*logEvent)
	e.w = w
	e.line = e.line[:0]
	return e
}

func (e *logEvent) str(key, value string) *logEvent {
	e.line = append(e.line, key...)
	e.line = append(e.line, '=')
	e.line = append(e.line, value...)
	return e
}

func (e *logEvent) msg(text string) {
	e.line = append(e.line, text...)
	e.line = append(e.line, '\n')
	_, _ = e.w.Write(e.line)
	if cap(e.line) > 1<<16 {
		return
	}
	e.w = nil
	logEvents.Put(e)
}

// Of the web framework (gin#1118): the engine lends a context to the handlers.

type webContext struct {
	path   string
	params map[string]string
}

func (c *webContext) reset(path string) {
	c.path = path
	c.params = nil
}

func (c *webContext) copy() *webContext {
	params := make(map[string]string, len(c.params))
	for k, v := range c.params {
		params[k] = v
	}
	return &webContext{path: c.path, params: params}
}

type engine struct {
	contexts sync.Pool
	audit    func(path string)
	handlers []func(*webContext)
}

func (e *engine) get() *webContext {
	if c, ok := e.contexts.Get().(*webContext); ok {
		return c
	}
	return new(webContext)
}

// Of the HTTP client (CVE-2023-45286): a request keeps its body for retries.

type clientRequest struct {
	body    *bytes.Buffer
	retries int
}

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func acquireBody() *bytes.Buffer { return bodies.Get().(*bytes.Buffer) }

func releaseBody(buf *bytes.Buffer) {
	if buf != nil {
		buf.Reset()
		bodies.Put(buf)
	}
}

func transmit(w io.Writer, body *bytes.Buffer) error {
	if _, err := w.Write(body.Bytes()); err != nil {
		return fmt.Errorf("transmit: %w", err)
	}
	return nil
}

// Of the HTTP server (fasthttp#390): a response keeps its body in a buffer.

type httpResponse struct {
	body []byte
}

var httpResponses = sync.Pool{New: func() any { return new(httpResponse) }}

func acquireResponse() *httpResponse { return httpResponses.Get().(*httpResponse) }

func releaseResponse(r *httpResponse) {
	r.body = r.body[:0]
	httpResponses.Put(r)
}

func (r *httpResponse) Body() []byte { return r.body }

func (r *httpResponse) fetch(src io.Reader) error {
	p, err := io.ReadAll(src)
	r.body = append(r.body, p...)
	return err
}

// payload returns what follows the first empty line of the body.
func payload(r *httpResponse) []byte {
	_, after, _ := bytes.Cut(r.Body(), []byte("\n\n"))
	return after
}

// Of the query engine (mimir#11408): the metadata of series in pooled slices.

type series struct {
	labels string
	drop   bool
}

var metadata = sync.Pool{New: func() any { s := make([]series, 0, 64); return &s }}

func getMetadata() *[]series {
	s := metadata.Get().(*[]series)
	*s = (*s)[:0]
	return s
}

func putMetadata(s *[]series) {
	clear(*s)
	metadata.Put(s)
}

// Of the log store (loki#4512): iterators over the samples of a pooled slice.

type sampleIterator struct {
	buf *[]float64
	i   int
}

var samples = sync.Pool{New: func() any { s := make([]float64, 0, 1024); return &s }}

func iterate(values []float64) *sampleIterator {
	buf := samples.Get().(*[]float64)
	*buf = append((*buf)[:0], values...)
	return &sampleIterator{buf: buf}
}

func (it *sampleIterator) next() bool {
	it.i++
	return it.i <= len(*it.buf)
}

func (it *sampleIterator) at() float64 { return (*it.buf)[it.i-1] }

// Close puts the samples back; it is not idempotent.
func (it *sampleIterator) Close() error {
	samples.Put(it.buf)
	return nil
}

// Of the storage engine (pebble, commit 69a82fe41): keys of a pooled block in
// the metadata of a table.

type tableMeta struct {
	smallest, largest []byte
}

type block struct {
	mem []byte
}

var blockPool = sync.Pool{New: func() any { return new(block) }}

func (b *block) read(r io.Reader, n int) error {
	b.mem = append(b.mem[:0], make([]byte, n)...)
	_, err := io.ReadFull(r, b.mem)
	return err
}

func (b *block) firstKey() []byte { return b.mem[:8] }

func (b *block) lastKey() []byte { return b.mem[len(b.mem)-8:] }

func (b *block) release() { blockPool.Put(b) }

func normalize(label string) string { return strings.ToLower(label) }
