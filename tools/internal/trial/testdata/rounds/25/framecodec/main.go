// truth: correct

// Command framecodec splits a stream into frames that share the read buffer.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

const maxFrame = 1 << 16

var errTooLarge = errors.New("frame too large")

type Frame struct {
	Kind byte
	Body stdpool.ByteRef
}

func (f *Frame) Close() { f.Body.Drop() }

type decoder struct {
	src io.Reader
	buf stdpool.ByteRef
	pos int
}

func newDecoder(src io.Reader) *decoder {
	return &decoder{src: src, buf: stdpool.Bytes(0)}
}

func (d *decoder) fill(need int) error {
	var chunk [37]byte
	for d.buf.Len()-d.pos < need {
		n, err := d.src.Read(chunk[:])
		d.buf.Append(chunk[:n]...)
		if err == io.EOF && d.buf.Len()-d.pos >= need {
			return nil
		}
		if err == io.EOF && d.buf.Len() > d.pos {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next returns a frame that the caller closes.
func (d *decoder) next() (Frame, error) {
	if err := d.fill(5); err != nil {
		return Frame{}, err
	}
	head := d.buf.Value()[d.pos:]
	kind, size := head[0], int(binary.BigEndian.Uint32(head[1:]))
	if size > maxFrame {
		return Frame{}, errTooLarge
	}
	if err := d.fill(5 + size); err != nil {
		return Frame{}, err
	}
	f := Frame{kind, d.buf.Slice(d.pos+5, d.pos+5+size)}
	d.pos += 5 + size
	d.compact()
	return f, nil
}

// compact starts a new block when most of the old one was consumed.
func (d *decoder) compact() {
	if d.pos < 256 {
		return
	}
	rest := stdpool.Bytes(0)
	rest.Append(d.buf.Value()[d.pos:]...)
	d.buf.Release()
	d.buf, d.pos = rest, 0
}

func (d *decoder) Close() { d.buf.Drop() }

func appendFrame(dst []byte, kind byte, body string) []byte {
	dst = append(dst, kind)
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(body)))
	return append(dst, body...)
}

type sink map[byte]func(Frame) error

func (s sink) pump(src io.Reader) error {
	d := newDecoder(src)
	defer d.Close()
	for {
		f, err := d.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		h, ok := s[f.Kind]
		if !ok {
			f.Close()
			continue
		}
		if err := h(f); err != nil {
			return err
		}
	}
}

func main() {
	var wire []byte
	for i := range 40 {
		wire = appendFrame(wire, "dhx"[i%3], fmt.Sprintf("payload-%d", i))
	}
	var held []Frame
	total := 0
	s := sink{
		'd': func(f Frame) error { held = append(held, f); return nil },
		'h': func(f Frame) error {
			defer f.Close()
			total += f.Body.Len()
			return nil
		},
	}
	err := s.pump(bytes.NewReader(wire))
	trunc := s.pump(bytes.NewReader(wire[:len(wire)-3]))
	fmt.Println(err, trunc, total, len(held), string(held[3].Body.Value()))
	for i := range held {
		held[i].Close()
	}
	check()
}
