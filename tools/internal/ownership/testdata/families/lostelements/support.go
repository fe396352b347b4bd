// Package lostelements has lists, maps and structs that own objects, and functions that remove
// some of them.
package lostelements

import (
	"io"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Line struct {
	No   int
	Text string
}

var lines = rcpool.Pool[Line]{Name: "lines"}

func get(no int) rcpool.Ref[Line] {
	l := lines.Get()
	l.Value().No = no
	return l
}

func write(w io.Writer, l *Line) { io.WriteString(w, l.Text) }

// A tile counts its references itself.
type tile struct {
	refs atomic.Int32
	pix  []byte
}

func NewTile() *tile {
	t := &tile{pix: make([]byte, 64)}
	t.refs.Store(1)
	return t
}

func (t *tile) IncRef() { t.refs.Add(1) }

func (t *tile) DecRef() {
	if t.refs.Add(-1) == 0 {
		t.pix = nil
	}
}

type coord struct{ x, y int }

// A session is made with bytes of its own.
type session struct {
	seen   int
	unsent stdpool.ByteRef
}

func newSession() *session { return &session{unsent: stdpool.Bytes(0)} }

func (s *session) Close() { s.unsent.Drop() }
