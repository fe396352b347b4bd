// Package stdpoolfront has functions that use the ready-made pools of stdpool.
package stdpoolfront

import (
	"bytes"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// A Query is decoded from JSON.
type Query struct {
	Text string `json:"text"`
	Max  int    `json:"max"`
}

var queries = rcpool.Pool[Query]{Name: "queries"}

var own = stdpool.Pools{Name: "own"}

// A compressed writer owns its compressor.
type compressed struct {
	gz  rcpool.Ref[stdpool.Writer[gzipper]]
	out io.Writer
}

// A page is rendered into a buffer.
type page struct {
	title string
	body  []byte
}

func (p *page) render(buf *bytes.Buffer) { buf.WriteString("<h1>" + p.title + "</h1>") }
