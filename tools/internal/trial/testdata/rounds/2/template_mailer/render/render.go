// Package render makes texts from templates.
package render

import (
	"bytes"
	"sync"
	"sync/atomic"
	"text/template"
)

// Made counts the buffers that were allocated.
var Made atomic.Int64

var pages = sync.Pool{New: func() any {
	Made.Add(1)
	return new(bytes.Buffer)
}}

// Page executes a template. The caller gives the buffer back with Free.
func Page(t *template.Template, data any) (*bytes.Buffer, error) {
	b := pages.Get().(*bytes.Buffer)
	b.Reset()
	if err := t.Execute(b, data); err != nil {
		pages.Put(b)
		return nil, err
	}
	return b, nil
}

// Free gives a page back.
func Free(b *bytes.Buffer) { pages.Put(b) }
