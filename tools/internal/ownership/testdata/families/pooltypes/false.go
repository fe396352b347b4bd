package pooltypes

import (
	"bytes"
	"strings"
)

// The decoder goes where it came from.
func (r *reader) Close() error {
	if r.d != nil {
		r.d.reset(nil)
		decoders.Put(r.d)
		r.d = nil
	}
	return nil
}

// What is taken out as an io.Writer may be any.
func (c *codec) lend(b *bytes.Buffer) {
	b.Reset()
	c.outputs.Put(b)
}

// Two types are taken out.
func split(text string) {
	for s := range strings.Lines(text) {
		scratch.Put(&line{s})
	}
	scratch.Put(&page{strings.Split(text, "\n")})
}

// Nobody knows as what callers of take want an object.
func keep(text string) {
	shared.Put(&line{text})
}
