// Package escape holds the cases for pooled objects, and views of them, that
// are handed to something that outlives the Put.
package escape

import (
	"bytes"
	"io"
	"sync"
)

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var pages = sync.Pool{New: func() any { b := make([]byte, 4096); return &b }}

var events = sync.Pool{New: func() any { return new(event) }}

type event struct {
	id   int
	name string
}

func (e *event) reset() { *e = event{} }

func newEvent(id int, name string) *event {
	e := events.Get().(*event)
	e.id, e.name = id, name
	return e
}

func putEvent(e *event) {
	e.reset()
	events.Put(e)
}

type response struct {
	Status int
	Body   []byte
}

type server struct {
	mu      sync.Mutex
	current *bytes.Buffer
	cache   map[string][]byte
	batch   []*event
	tasks   chan func()
}

func deliver(e *event) {}

func send(w io.Writer, buf *bytes.Buffer) { _, _ = w.Write(buf.Bytes()) }

var lastEvent *event

var lastID int

// frame owns a pooled buffer until Close.
type frame struct {
	buf *bytes.Buffer
}

// Close puts the buffer of the frame back.
func (f *frame) Close() error {
	if f.buf != nil {
		bufs.Put(f.buf)
		f.buf = nil
	}
	return nil
}
