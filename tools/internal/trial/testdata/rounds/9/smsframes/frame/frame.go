// Package frame is the format of the link.
package frame

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

const headerLen = 4

var ErrShort = errors.New("short frame")

// Frame is one message of the link. It owns its bytes.
type Frame struct {
	Kind uint16
	body stdpool.ByteRef
}

func (f *Frame) Free() { f.body.Drop() }

// Read reads the next frame.
func Read(r io.Reader) (f Frame, err error) {
	head := stdpool.Bytes(headerLen)
	defer head.Release()
	if _, err := io.ReadFull(r, head.Value()); err != nil {
		return Frame{}, err
	}
	n := int(binary.BigEndian.Uint16(head.Value()[2:]))
	body := stdpool.Bytes(n)
	defer body.Drop()
	if _, err := io.ReadFull(r, body.Value()); err != nil {
		return Frame{}, ErrShort
	}
	return Frame{Kind: binary.BigEndian.Uint16(head.Value()), body: body.Move()}, nil
}

// Parts cuts a long message into pieces of at most max bytes that share memory with it.
func (f *Frame) Parts(max int) []stdpool.ByteRef {
	var out []stdpool.ByteRef
	for i := 0; i < f.body.Len(); i += max {
		out = append(out, f.body.Slice(i, min(i+max, f.body.Len())))
	}
	return out
}

// Encode is the opposite of Read. The caller owns the bytes.
func Encode(kind uint16, text string) stdpool.ByteRef {
	b := stdpool.Bytes(0)
	b.Grow(headerLen + len(text))
	b.Append(byte(kind>>8), byte(kind), byte(len(text)>>8), byte(len(text)))
	b.WriteString(text)
	return b
}
