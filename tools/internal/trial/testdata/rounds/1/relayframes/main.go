// truth: double-release line 43,67,68 callee

// Command relayframes relays frames from one peer to another.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"log"

	"google.golang.org/grpc/mem"
)

const maxFrame = 1 << 16

type peer struct {
	w      io.Writer
	frames int
	window int
}

func newFrame(r io.Reader, pool mem.BufferPool) (mem.Buffer, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(size[:]))
	if n > maxFrame {
		return nil, fmt.Errorf("frame of %d bytes", n)
	}
	data := pool.Get(n)
	if _, err := io.ReadFull(r, *data); err != nil {
		pool.Put(data)
		return nil, io.ErrUnexpectedEOF
	}
	return mem.NewBuffer(data, pool), nil
}

// send writes frame and frees it.
func (p *peer) send(frame mem.Buffer) error {
	defer frame.Free()
	if frame.Len() > p.window {
		return fmt.Errorf("frame of %d bytes exceeds the window of %d", frame.Len(), p.window)
	}
	p.window -= frame.Len()
	p.frames++
	_, err := p.w.Write(frame.ReadOnlyData())
	return err
}

func relay(dst *peer, src io.Reader) error {
	pool := mem.DefaultBufferPool()
	for {
		frame, err := newFrame(src, pool)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if frame.Len() == 0 {
			frame.Free()
			continue
		}
		if err := dst.send(frame); err != nil {
			frame.Free()
			return err
		}
	}
}

func stream(sizes ...int) io.Reader {
	var b bytes.Buffer
	for _, n := range sizes {
		binary.Write(&b, binary.BigEndian, uint32(n))
		b.Write(bytes.Repeat([]byte{'x'}, n))
	}
	return &b
}

func main() {
	var out bytes.Buffer
	dst := &peer{w: &out, window: 9000}
	if err := relay(dst, stream(2000, 3000, 0, 1500)); err != nil {
		log.Fatal(err)
	}
	if out.Len() != 6500 || dst.frames != 3 {
		log.Fatal(out.Len(), dst.frames)
	}
	fmt.Println("relayed", dst.frames)
	if err := relay(dst, stream(2000, 3000)); err != nil {
		fmt.Println(err)
	}
}
