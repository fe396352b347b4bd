// Package aliases has memory that belongs to a pooled object and goes under
// another name.
package aliases

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

// A Text keeps the capacity of its bytes from lease to lease.
type Text struct {
	data  []byte
	words []string
}

// Reset keeps the capacity of the bytes, and drops the words.
func (t *Text) Reset() {
	t.data = t.data[:0]
	t.words = nil
}

// Bytes are those of the text itself, until it is released.
func (t *Text) Bytes() []byte { return t.data }

// Copy is another's to keep.
func (t *Text) Copy() []byte { return append([]byte(nil), t.data...) }

// Words are never used again by the text.
func (t *Text) Words() []string { return t.words }

func (t *Text) set(s string) {
	t.data = append(t.data, s...)
	t.words = append(t.words, s)
}

var (
	texts   = rcpool.Pool[Text]{Name: "texts"}
	buffers = rcpool.Pool[bytes.Buffer]{Name: "buffers"}
)
