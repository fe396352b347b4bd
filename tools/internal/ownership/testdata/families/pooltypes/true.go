package pooltypes

import (
	"io"
	"strings"
)

// The encoder goes where decoders are taken from.
func (w *writer) Close() error {
	if w.e == nil {
		return nil
	}
	err := w.e.close()
	decoders.Put(w.e) // want "wrong-pool: "
	w.e = nil
	return err
}

// The deferred call puts the encoder where decoders are taken from.
func encode(to io.Writer, text string) error {
	e := &encoder{to: to}
	defer decoders.Put(e) // want "wrong-pool: "
	n, err := io.WriteString(e.to, text)
	e.written += n
	return err
}

// A strings.Builder is not a bytes.Buffer.
func (c *codec) join(words ...string) string {
	b := new(strings.Builder)
	for _, word := range words {
		b.WriteString(word)
	}
	s := b.String()
	c.buffers.Put(b) // want "wrong-pool: "
	return s
}

// A decoder is no io.Writer.
func (c *codec) drop(d *decoder) {
	d.reset(nil)
	c.outputs.Put(d) // want "wrong-pool: "
}
