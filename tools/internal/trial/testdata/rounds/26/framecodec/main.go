// truth: correct

// Command framecodec splits a stream into length-prefixed frames without copying.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

var errFrame = errors.New("frame too long")

type Frame struct {
	Kind byte
	Body stdpool.ByteRef
}

func (f *Frame) Close() { f.Body.Drop() }

type Decoder struct {
	r     io.Reader
	acc   stdpool.ByteRef
	limit int
}

func NewDecoder(r io.Reader, limit int) *Decoder {
	return &Decoder{r: r, acc: stdpool.Bytes(0), limit: limit}
}

func (d *Decoder) fill() error {
	var chunk [7]byte
	n, err := d.r.Read(chunk[:])
	d.acc.Append(chunk[:n]...)
	if n > 0 {
		return nil
	}
	return err
}

// Next returns the next frame, which the caller closes.
func (d *Decoder) Next() (Frame, error) {
	for {
		if data := d.acc.Value(); len(data) >= 3 {
			size := int(binary.BigEndian.Uint16(data[1:]))
			if size > d.limit {
				return Frame{}, errFrame
			}
			if len(data) >= 3+size {
				f := Frame{Kind: data[0], Body: d.acc.Slice(3, 3+size)}
				rest := d.acc.Slice(3+size, len(data))
				d.acc.Release()
				d.acc = rest
				return f, nil
			}
		}
		if err := d.fill(); err != nil {
			if err == io.EOF && d.acc.Len() > 0 {
				err = io.ErrUnexpectedEOF
			}
			return Frame{}, err
		}
	}
}

func (d *Decoder) Close() { d.acc.Drop() }

func encode(dst *stdpool.ByteRef, kind byte, body string) {
	var head [3]byte
	head[0] = kind
	binary.BigEndian.PutUint16(head[1:], uint16(len(body)))
	dst.Append(head[:]...)
	_, _ = dst.WriteString(body)
}

func consume(r io.Reader) (texts []string, err error) {
	d := NewDecoder(r, 100)
	defer d.Close()
	var pings []Frame
	defer func() {
		for i := range pings {
			pings[i].Close()
		}
	}()
	for {
		f, err := d.Next()
		if err != nil {
			texts = append(texts, fmt.Sprint(len(pings), " pings"))
			return texts, err
		}
		if f.Kind == 'p' {
			pings = append(pings, f)
			continue
		}
		texts = append(texts, string(f.Body.Value()))
		f.Close()
	}
}

func main() {
	wire := stdpool.Bytes(0)
	defer wire.Release()
	encode(&wire, 'd', "hello")
	encode(&wire, 'p', "1")
	encode(&wire, 'd', strings.Repeat("x", 40))
	encode(&wire, 'p', "2")
	text := string(wire.Value())
	fmt.Println(consume(strings.NewReader(text)))
	fmt.Println(consume(strings.NewReader(text[:len(text)-2])))
	fmt.Println(consume(strings.NewReader("d\xff\xff")))
}
