// truth: use-after-release line 38 hard

// Command length-prefix encodes messages as frames. The length of a frame is
// written when its fields are known.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

const headerSize = 4

type field struct {
	tag  byte
	text string
}

var errTag = errors.New("tag 0 is reserved")

// encode returns a frame that the caller owns.
func encode(fields ...field) (_ stdpool.ByteRef, err error) {
	frame := stdpool.Bytes(headerSize)
	defer frame.Drop()
	header := frame.Value()
	for _, f := range fields {
		if f.tag == 0 {
			return stdpool.ByteRef{}, errTag
		}
		frame.Append(f.tag, byte(len(f.text)))
		frame.WriteString(f.text)
	}
	binary.BigEndian.PutUint32(header, uint32(frame.Len()-headerSize))
	return frame.Move(), nil
}

func decode(r io.Reader) (fields []field, err error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	body := stdpool.Bytes(int(binary.BigEndian.Uint32(header[:])))
	defer body.Release()
	if _, err := io.ReadFull(r, body.Value()); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	for p := body.Value(); len(p) > 1; {
		n := int(p[1])
		if len(p) < 2+n {
			return nil, io.ErrUnexpectedEOF
		}
		fields = append(fields, field{p[0], string(p[2 : 2+n])})
		p = p[2+n:]
	}
	return fields, nil
}

func send(w io.Writer, fields ...field) error {
	frame, err := encode(fields...)
	if err != nil {
		return err
	}
	defer frame.Release()
	_, err = w.Write(frame.Value())
	return err
}

func main() {
	long := string(bytes.Repeat([]byte("x"), 200))
	for _, fields := range [][]field{
		{{1, "user"}, {2, "ann"}},
		{{0, "bad"}},
		{{1, long}, {2, long}, {3, long}},
	} {
		var wire bytes.Buffer
		if err := send(&wire, fields...); err != nil {
			fmt.Println(err)
			continue
		}
		got, err := decode(&wire)
		fmt.Println(len(fields), "fields sent,", len(got), "received", err)
	}
}
