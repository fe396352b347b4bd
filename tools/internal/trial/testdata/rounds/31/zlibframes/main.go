// truth: correct

// Command zlibframes stores blobs as compressed frames and reads them back.
package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var deflaters = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, zlib.BestSpeed)
	if err != nil {
		panic(err)
	}
	return z
}}

// inflaters has only readers that were used: one cannot be made without data.
var inflaters sync.Pool

type archive struct {
	data   []byte
	frames []int
}

// add appends a frame.
func (a *archive) add(blob []byte) error {
	if len(blob) == 0 {
		return errors.New("empty blob")
	}
	var body bytes.Buffer
	z := deflaters.Get().(*zlib.Writer)
	z.Reset(&body)
	_, err := z.Write(blob)
	if cerr := z.Close(); err == nil {
		err = cerr
	}
	z.Reset(io.Discard)
	deflaters.Put(z)
	if err != nil {
		return err
	}
	a.frames = append(a.frames, len(a.data))
	a.data = binary.AppendUvarint(a.data, uint64(body.Len()))
	a.data = append(a.data, body.Bytes()...)
	return nil
}

type inflater interface {
	io.ReadCloser
	zlib.Resetter
}

func openInflater(r io.Reader) (inflater, error) {
	if z, ok := inflaters.Get().(inflater); ok {
		if err := z.Reset(r, nil); err != nil {
			inflaters.Put(z)
			return nil, err
		}
		return z, nil
	}
	z, err := zlib.NewReader(r)
	if err != nil {
		return nil, err
	}
	return z.(inflater), nil
}

// A frame is read by one goroutine, and closed once.
type frame struct {
	z inflater
}

func (f *frame) Read(p []byte) (int, error) {
	if f.z == nil {
		return 0, io.ErrClosedPipe
	}
	return f.z.Read(p)
}

func (f *frame) Close() error {
	if f.z == nil {
		return nil
	}
	err := f.z.Close()
	inflaters.Put(f.z)
	f.z = nil
	return err
}

func (a *archive) open(i int) (io.ReadCloser, error) {
	if i < 0 || i >= len(a.frames) {
		return nil, fmt.Errorf("no frame %d", i)
	}
	rest := a.data[a.frames[i]:]
	size, n := binary.Uvarint(rest)
	if n <= 0 || uint64(len(rest)-n) < size {
		return nil, io.ErrUnexpectedEOF
	}
	z, err := openInflater(bytes.NewReader(rest[n : n+int(size)]))
	if err != nil {
		return nil, err
	}
	return &frame{z: z}, nil
}

func (a *archive) size(i int) (int64, error) {
	f, err := a.open(i)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return io.Copy(io.Discard, f)
}

func main() {
	a := &archive{}
	for i := range 5 {
		if err := a.add([]byte(strings.Repeat("blob ", i*100))); err != nil {
			fmt.Println("add:", err)
		}
	}
	a.data[a.frames[2]+2] ^= 0xff
	for i := range 5 {
		n, err := a.size(i)
		fmt.Println(i, n, err)
	}
}
