// truth: leak line 46 plain
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"google.golang.org/grpc/mem"
)

var errChecksum = errors.New("checksum mismatch")

// countingPool counts the slices that are out.
type countingPool struct {
	mem.BufferPool
	out int
}

func (p *countingPool) Get(n int) *[]byte { p.out++; return p.BufferPool.Get(n) }
func (p *countingPool) Put(b *[]byte)     { p.out--; p.BufferPool.Put(b) }

func appendChunk(dst, data []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(data)))
	dst = binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(data))
	return append(dst, data...)
}

// restore reads the chunks of a backup and calls sink with each.
func restore(r io.Reader, pool mem.BufferPool, sink func(mem.Buffer) error) (int, error) {
	var head [8]byte
	for n := 0; ; n++ {
		if _, err := io.ReadFull(r, head[:]); err == io.EOF {
			return n, nil
		} else if err != nil {
			return n, err
		}
		data := pool.Get(int(binary.BigEndian.Uint32(head[:])))
		if _, err := io.ReadFull(r, *data); err != nil {
			pool.Put(data)
			return n, err
		}
		chunk := mem.NewBuffer(data, pool)
		if sum := crc32.ChecksumIEEE(chunk.ReadOnlyData()); sum != binary.BigEndian.Uint32(head[4:]) {
			return n, fmt.Errorf("chunk %d: %w", n, errChecksum)
		}
		err := sink(chunk)
		chunk.Free()
		if err != nil {
			return n, err
		}
	}
}

func main() {
	pool := &countingPool{BufferPool: mem.DefaultBufferPool()}
	var backup []byte
	for i := range 3 {
		backup = appendChunk(backup, bytes.Repeat([]byte{byte('a' + i)}, 4000))
	}
	size := 0
	sink := func(b mem.Buffer) error { size += b.Len(); return nil }
	n, err := restore(bytes.NewReader(backup), pool, sink)
	fmt.Println(n, size, err, pool.out)

	n, err = restore(bytes.NewReader(backup[:5000]), pool, sink)
	fmt.Println(n, size, err, pool.out)

	backup[9000]++
	n, err = restore(bytes.NewReader(backup), pool, sink)
	fmt.Println(n, size, err, pool.out)
}
