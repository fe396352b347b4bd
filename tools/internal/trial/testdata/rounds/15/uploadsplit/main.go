// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"google.golang.org/grpc/mem"
)

type countingPool struct {
	mem.BufferPool
	out int
}

func (p *countingPool) Get(n int) *[]byte { p.out++; return p.BufferPool.Get(n) }
func (p *countingPool) Put(b *[]byte)     { p.out--; p.BufferPool.Put(b) }

type part struct {
	no  int
	buf mem.Buffer
}

type uploader struct {
	pool  *countingPool
	parts []part
}

var errTooLarge = errors.New("upload too large")

// add copies a chunk, and splits it into parts of at most max bytes.
func (u *uploader) add(chunk []byte, max int) error {
	if len(u.parts) > 8 {
		return errTooLarge
	}
	rest := mem.Copy(chunk, u.pool)
	for rest.Len() > max {
		var head mem.Buffer
		head, rest = mem.SplitUnsafe(rest, max)
		u.parts = append(u.parts, part{len(u.parts), head})
	}
	u.parts = append(u.parts, part{len(u.parts), rest})
	return nil
}

// send writes each part and gives it up, also those after a failed one.
func (u *uploader) send(w io.Writer) (crc uint32, err error) {
	for _, p := range u.parts {
		if err == nil {
			data := p.buf.ReadOnlyData()
			crc = crc32.Update(crc, crc32.IEEETable, data)
			_, err = w.Write(data)
		}
		p.buf.Free()
	}
	clear(u.parts)
	u.parts = u.parts[:0]
	return crc, err
}

func (u *uploader) abort() {
	for i := range u.parts {
		u.parts[i].buf.Free()
		u.parts[i].buf = nil
	}
	u.parts = u.parts[:0]
}

func upload(u *uploader, r io.Reader, w io.Writer) (uint32, error) {
	buf := make([]byte, 5000)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if err := u.add(buf[:n], 2048); err != nil {
				u.abort()
				return 0, err
			}
		}
		if err == io.EOF {
			return u.send(w)
		}
		if err != nil {
			u.abort()
			return 0, err
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func main() {
	u := &uploader{pool: &countingPool{BufferPool: mem.DefaultBufferPool()}}
	data := bytes.Repeat([]byte("0123456789"), 1200)
	var dst bytes.Buffer
	crc, err := upload(u, bytes.NewReader(data), &dst)
	fmt.Println(crc == crc32.ChecksumIEEE(data), err, u.pool.out)
	_, err = upload(u, bytes.NewReader(data), full{})
	fmt.Println(err, u.pool.out)
	_, err = upload(u, bytes.NewReader(bytes.Repeat(data, 5)), &dst)
	fmt.Println(err, u.pool.out)
}
