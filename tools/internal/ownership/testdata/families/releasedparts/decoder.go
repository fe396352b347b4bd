// Package releasedparts has structs with counted objects in them, which their callers close.
package releasedparts

import (
	"errors"

	"google.golang.org/grpc/mem"
)

var errBroken = errors.New("broken")

type decoder struct {
	src  mem.Buffer
	rows int
}

func newDecoder(pool mem.BufferPool, b []byte) (*decoder, error) {
	if len(b) == 0 {
		return nil, errBroken
	}
	return &decoder{src: mem.Copy(b, pool)}, nil
}

func (d *decoder) step() bool {
	d.rows++
	return d.rows < d.src.Len()
}

func (d *decoder) close() { d.src.Free() }

type session struct{ current *decoder }

func (s *session) keep(d *decoder) { s.current = d }
