// Package render has pooled pages for other packages.
package render

import (
	"bytes"
	"sync"
)

var pages = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Page returns a page, which the caller may give back with Free.
func Page(text string) (*bytes.Buffer, error) {
	b := pages.Get().(*bytes.Buffer)
	b.Reset()
	if _, err := b.WriteString(text); err != nil {
		pages.Put(b)
		return nil, err
	}
	return b, nil
}

// Free gives a page back.
func Free(b *bytes.Buffer) { pages.Put(b) }

// Sheet returns a page that nobody needs to give back.
func Sheet() *bytes.Buffer {
	b := pages.Get().(*bytes.Buffer)
	b.Reset()
	return b
}
