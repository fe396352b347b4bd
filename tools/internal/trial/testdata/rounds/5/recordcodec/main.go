// truth: correct
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Kind byte
	Body []byte
}

type Decoder struct {
	src  io.Reader
	pool rcpool.Pool[Record]
	head [3]byte
}

var errKind = errors.New("unknown kind")

func NewDecoder(r io.Reader) *Decoder {
	d := &Decoder{src: r}
	d.pool.Name = "records"
	d.pool.Reset = func(r *Record) {
		r.Kind = 0
		r.Body = r.Body[:0]
	}
	return d
}

// Next returns the next record. The caller owns it if the error is nil.
func (d *Decoder) Next() (_ rcpool.Ref[Record], err error) {
	if _, err = io.ReadFull(d.src, d.head[:]); err != nil {
		return
	}
	rec := d.pool.Get()
	defer rcpool.Drop(&rec)
	v := rec.Value()
	v.Kind = d.head[0]
	size := int(binary.BigEndian.Uint16(d.head[1:]))
	if cap(v.Body) < size {
		v.Body = make([]byte, size)
	}
	v.Body = v.Body[:size]
	if _, err = io.ReadFull(d.src, v.Body); err != nil {
		return
	}
	if v.Kind > 3 {
		err = errKind
		return
	}
	return rcpool.Move(&rec), nil
}

func main() {
	stream := []byte{1, 0, 2, 'h', 'i', 9, 0, 1, 'x', 2, 0, 3, 'y', 'o', 'u', 3, 0, 9, 'c'}
	d := NewDecoder(bytes.NewReader(stream))
	for {
		rec, err := d.Next()
		switch {
		case errors.Is(err, errKind):
			fmt.Println("skipped")
			continue
		case err != nil:
			fmt.Println("end:", err)
			return
		}
		fmt.Println(rec.Value().Kind, string(rec.Value().Body))
		rec.Release()
	}
}
