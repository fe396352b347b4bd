// truth: wrong-pool line 49 plain

// Command sizedframes copies frames of a proxy with buffers of two sizes.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

const (
	smallFrame = 512
	largeFrame = 64 << 10
)

var (
	smallFrames = sync.Pool{New: func() any { return new([smallFrame]byte) }}
	largeFrames = sync.Pool{New: func() any { b := make([]byte, largeFrame); return &b }}
	jumbo       = sync.Pool{New: func() any { b := make([]byte, 16*largeFrame); return &b }}
)

var errTooLong = errors.New("frame too long")

func copyFrame(dst io.Writer, src io.Reader) error {
	var hdr [4]byte
	if _, err := io.ReadFull(src, hdr[:]); err != nil {
		return err
	}
	n := int(binary.BigEndian.Uint32(hdr[:]))
	if _, err := dst.Write(hdr[:]); err != nil {
		return err
	}
	switch {
	case n <= smallFrame:
		b := smallFrames.Get().(*[smallFrame]byte)
		defer smallFrames.Put(b)
		if _, err := io.ReadFull(src, b[:n]); err != nil {
			return err
		}
		_, err := dst.Write(b[:n])
		return err
	case n <= largeFrame:
		b := largeFrames.Get().(*[]byte)
		defer jumbo.Put(b)
		if _, err := io.ReadFull(src, (*b)[:n]); err != nil {
			return err
		}
		_, err := dst.Write((*b)[:n])
		return err
	case n <= 16*largeFrame:
		b := jumbo.Get().(*[]byte)
		defer jumbo.Put(b)
		if _, err := io.ReadFull(src, (*b)[:n]); err != nil {
			return err
		}
		_, err := dst.Write((*b)[:n])
		return err
	}
	return errTooLong
}

type discard struct{ n int }

func (d *discard) Write(p []byte) (int, error) {
	d.n += len(p)
	return len(p), nil
}

func main() {
	client, server := net.Pipe()
	go func() {
		defer client.Close()
		client.SetDeadline(time.Now().Add(time.Second))
		for _, n := range []int{10, 600, 3000} {
			var hdr [4]byte
			binary.BigEndian.PutUint32(hdr[:], uint32(n))
			client.Write(hdr[:])
			client.Write(make([]byte, n))
		}
	}()
	var d discard
	for {
		if err := copyFrame(&d, server); err != nil {
			fmt.Println(d.n, err)
			return
		}
	}
}
