// truth: correct
package main

import (
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

type countingPool struct {
	mem.BufferPool
	gets, puts int
}

func (p *countingPool) Get(n int) *[]byte { p.gets++; return p.BufferPool.Get(n) }
func (p *countingPool) Put(b *[]byte)     { p.puts++; p.BufferPool.Put(b) }

var pool = &countingPool{BufferPool: mem.DefaultBufferPool()}

const chunk = 4 << 10

// split copies data into buffers that the caller frees with the slice.
func split(data []byte) mem.BufferSlice {
	var out mem.BufferSlice
	for len(data) > 0 {
		n := min(chunk, len(data))
		out = append(out, mem.Copy(data[:n], pool))
		data = data[n:]
	}
	return out
}

// A replay keeps a message for a second attempt.
type replay struct{ kept mem.BufferSlice }

func (r *replay) keep(s mem.BufferSlice) {
	s.Ref()
	r.kept.Free()
	r.kept = s
}

func (r *replay) close() {
	r.kept.Free()
	r.kept = nil
}

func digest(s mem.BufferSlice) (sum uint32, err error) {
	r := s.Reader()
	defer r.Close()
	for {
		b, err := r.ReadByte()
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return 0, err
		}
		sum = sum*31 + uint32(b)
	}
}

func send(r *replay, size int) error {
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(i * size)
	}
	msg := split(data)
	defer msg.Free()
	if size%2 == 0 {
		r.keep(msg)
	}
	sum, err := digest(msg)
	if err != nil {
		return err
	}
	flat := msg.MaterializeToBuffer(pool)
	defer flat.Free()
	fmt.Println(len(msg), flat.Len(), sum)
	return nil
}

func main() {
	r := &replay{}
	for _, n := range []int{9000, 4096, 12345, 0, 20000} {
		if err := send(r, n); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(digest(r.kept))
	r.close()
	fmt.Println(pool.gets == pool.puts)
}
