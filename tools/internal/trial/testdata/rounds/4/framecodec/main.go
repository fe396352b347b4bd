// truth: correct

// Framecodec reads length-prefixed frames and forwards header and payload as
// parts of one block.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

const headerSize = 4

var errTooLarge = errors.New("frame too large")

// Frame owns both parts.
type Frame struct {
	header, payload stdpool.ByteRef
}

func (f *Frame) Close() {
	f.header.Drop()
	f.payload.Drop()
}

func (f *Frame) Kind() uint16 { return binary.BigEndian.Uint16(f.header.Value()) }

// readFrame returns a frame that the caller closes.
func readFrame(r io.Reader) (Frame, error) {
	var head [headerSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return Frame{}, err
	}
	n := int(binary.BigEndian.Uint16(head[2:]))
	if n > 1024 {
		return Frame{}, errTooLarge
	}
	block := stdpool.Bytes(headerSize + n)
	defer block.Release() // the parts have references of their own
	copy(block.Value(), head[:])
	if _, err := io.ReadFull(r, block.Value()[headerSize:]); err != nil {
		return Frame{}, fmt.Errorf("payload: %w", err)
	}
	return Frame{header: block.Slice(0, headerSize), payload: block.Slice(headerSize, headerSize+n)}, nil
}

// trailer appends to a copy-on-write view: the frame itself stays as it is.
func trailer(f *Frame, text string) stdpool.ByteRef {
	view := f.payload.Retain()
	view.WriteString(text)
	return view
}

func encode(kind uint16, payload string) []byte {
	b := binary.BigEndian.AppendUint16(nil, kind)
	b = binary.BigEndian.AppendUint16(b, uint16(len(payload)))
	return append(b, payload...)
}

func serve(r io.Reader, forward chan<- stdpool.ByteRef) error {
	for {
		frame, err := readFrame(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		func() {
			defer frame.Close()
			switch frame.Kind() {
			case 1:
				forward <- frame.payload.Move()
			case 2:
				forward <- trailer(&frame, "!")
				forward <- frame.payload.Retain()
			}
		}()
	}
}

// show takes b over.
func show(b stdpool.ByteRef) {
	defer b.Release()
	fmt.Printf("%s\n", b.Value())
}

func main() {
	var in bytes.Buffer
	in.Write(encode(1, "one"))
	in.Write(encode(2, "two"))
	in.Write(encode(3, "ignored"))
	in.Write(encode(1, "cut off")[:6])

	forward := make(chan stdpool.ByteRef, 1)
	var sink sync.WaitGroup
	sink.Go(func() {
		for b := range forward {
			show(b)
		}
	})
	fmt.Println(serve(&in, forward))
	close(forward)
	sink.Wait()
}
