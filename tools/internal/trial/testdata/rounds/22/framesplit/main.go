// truth: correct

// Command framesplit decodes length-prefixed frames without copying payloads.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

var errTooLarge = errors.New("frame too large")

type frame struct {
	kind    byte
	payload stdpool.ByteRef
}

func (f *frame) Close() error {
	f.payload.Drop()
	return nil
}

type decoder struct {
	src  io.Reader
	rest stdpool.ByteRef // bytes not yet consumed
	max  int
}

func (d *decoder) fill(n int) error {
	if d.rest.IsZero() {
		d.rest = stdpool.Bytes(0)
	}
	for d.rest.Len() < n {
		var chunk [7]byte
		m, err := d.src.Read(chunk[:])
		d.rest.Append(chunk[:m]...)
		if err != nil {
			if err == io.EOF && d.rest.Len() > 0 && d.rest.Len() < n {
				return io.ErrUnexpectedEOF
			}
			if d.rest.Len() >= n {
				return nil
			}
			return err
		}
	}
	return nil
}

// next returns the next frame. The caller closes it.
func (d *decoder) next() (*frame, error) {
	if err := d.fill(3); err != nil {
		return nil, err
	}
	head := d.rest.Value()
	kind, size := head[0], int(binary.BigEndian.Uint16(head[1:]))
	if size > d.max {
		return nil, errTooLarge
	}
	if err := d.fill(3 + size); err != nil {
		return nil, err
	}
	f := &frame{kind: kind, payload: d.rest.Slice(3, 3+size)}
	tail := d.rest.Slice(3+size, d.rest.Len())
	d.rest.Release()
	d.rest = tail
	return f, nil
}

func (d *decoder) Close() error {
	d.rest.Drop()
	return nil
}

func encode(kinds string, texts ...string) string {
	var sb strings.Builder
	for i, text := range texts {
		sb.WriteByte(kinds[i])
		sb.Write(binary.BigEndian.AppendUint16(nil, uint16(len(text))))
		sb.WriteString(text)
	}
	return sb.String()
}

func collect(stream string) error {
	d := &decoder{src: strings.NewReader(stream), max: 32}
	defer d.Close()
	var kept []*frame
	defer func() {
		for _, f := range kept {
			fmt.Printf("%c %s\n", f.kind, f.payload.Value())
			f.Close()
		}
	}()
	for {
		f, err := d.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case f.kind == '#':
			f.Close()
		default:
			kept = append(kept, f)
		}
	}
}

func main() {
	fmt.Println(collect(encode("a#b", "hello", "comment", "world")))
	fmt.Println(collect(encode("ab", "ok", strings.Repeat("x", 40))))
	fmt.Println(collect(encode("a", "cut off")[:6]))
}
