// Package ownerbesideerror has functions that return the zero value of something that has
// references, and an error of which nobody knows whether it is nil.
package ownerbesideerror

import (
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type row struct{ n int }

func (r *row) Reset() { *r = row{} }

var rows rcpool.Pool[row]

// translate is set by each program; it returns nil for nil only.
var translate func(error) error

// A cursor owns a row.
type cursor struct {
	row rcpool.Ref[row]
	at  int
}

func open(r io.Reader) (cursor, error) {
	var head [1]byte
	if _, err := r.Read(head[:]); err != nil {
		return cursor{}, translate(err)
	}
	c := cursor{row: rows.Get(), at: int(head[0])}
	c.row.Value().n = c.at
	return c, nil
}

func frame(r io.Reader) (stdpool.ByteRef, error) {
	var head [1]byte
	if _, err := r.Read(head[:]); err != nil {
		return stdpool.ByteRef{}, translate(err)
	}
	return stdpool.Bytes(int(head[0])), nil
}

// header fails if the frame does.
func header(r io.Reader) (head, body stdpool.ByteRef, err error) {
	whole, err := frame(r)
	if err != nil {
		return stdpool.ByteRef{}, stdpool.ByteRef{}, translate(err)
	}
	defer whole.Release()
	return whole.Slice(0, 1), whole.Slice(1, whole.Len()), nil
}
