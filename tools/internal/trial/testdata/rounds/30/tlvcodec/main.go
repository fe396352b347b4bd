// truth: correct

// Command tlvcodec encodes messages as tag-length-value. Encoders and decoders
// are pooled and end their lease with Free, as in zap.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

type encoder struct {
	buf   []byte
	depth []int // where open groups begin
}

var encoders = sync.Pool{New: func() any { return &encoder{buf: make([]byte, 0, 128)} }}

func newEncoder() *encoder { return encoders.Get().(*encoder) }

// Free gives the encoder back; the bytes that Finish returned stay valid.
func (e *encoder) Free() {
	e.buf, e.depth = e.buf[:0], e.depth[:0]
	encoders.Put(e)
}

func (e *encoder) Uint(tag byte, v uint64) *encoder {
	e.buf = append(e.buf, tag, byte(uvarintLen(v)))
	e.buf = binary.AppendUvarint(e.buf, v)
	return e
}

func (e *encoder) String(tag byte, s string) *encoder {
	e.buf = append(e.buf, tag, byte(len(s)))
	e.buf = append(e.buf, s...)
	return e
}

func (e *encoder) Begin(tag byte) *encoder {
	e.buf = append(e.buf, tag, 0)
	e.depth = append(e.depth, len(e.buf))
	return e
}

func (e *encoder) End() *encoder {
	start := e.depth[len(e.depth)-1]
	e.depth = e.depth[:len(e.depth)-1]
	e.buf[start-1] = byte(len(e.buf) - start)
	return e
}

// Finish returns a copy of the encoding.
func (e *encoder) Finish() ([]byte, error) {
	if len(e.depth) > 0 {
		return nil, errors.New("tlv: open group")
	}
	return append([]byte(nil), e.buf...), nil
}

func uvarintLen(v uint64) int {
	n := 1
	for ; v >= 0x80; v >>= 7 {
		n++
	}
	return n
}

type decoder struct {
	rest []byte
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

func decode(data []byte, visit func(tag byte, value []byte) error) error {
	d := decoders.Get().(*decoder)
	defer d.free()
	d.rest = data
	for len(d.rest) > 0 {
		if len(d.rest) < 2 || len(d.rest) < 2+int(d.rest[1]) {
			return errors.New("tlv: cut off")
		}
		value := d.rest[2 : 2+int(d.rest[1])]
		if err := visit(d.rest[0], value); err != nil {
			return err
		}
		d.rest = d.rest[2+len(value):]
	}
	return nil
}

func (d *decoder) free() {
	*d = decoder{}
	decoders.Put(d)
}

type user struct {
	id   uint64
	name string
	tags []string
}

func (u *user) marshal() ([]byte, error) {
	e := newEncoder()
	defer e.Free()
	e.Uint(1, u.id).String(2, u.name).Begin(3)
	for _, tag := range u.tags {
		e.String(4, tag)
	}
	return e.End().Finish()
}

func (u *user) visit(tag byte, value []byte) error {
	switch tag {
	case 1:
		u.id, _ = binary.Uvarint(value)
	case 2:
		u.name = string(value)
	case 3:
		return decode(value, u.visit)
	case 4:
		u.tags = append(u.tags, string(value))
	default:
		return fmt.Errorf("tlv: unknown tag %d", tag)
	}
	return nil
}

func main() {
	data, err := (&user{300, "ann", []string{"admin", "ops"}}).marshal()
	fmt.Println(len(data), err)
	var u user
	fmt.Println(decode(data, u.visit), u)
	fmt.Println(decode(data[:len(data)-1], u.visit))
	fmt.Println(decode([]byte{9, 0}, u.visit))
}
