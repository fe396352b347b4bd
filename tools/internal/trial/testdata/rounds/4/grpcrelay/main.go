// truth: correct

// Grpcrelay reads messages into gRPC buffers and relays them to several
// streams, which share the memory.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"google.golang.org/grpc/mem"
)

type countingPool struct {
	mem.BufferPool
	mu  sync.Mutex
	out int
}

func (p *countingPool) Get(n int) *[]byte {
	p.mu.Lock()
	p.out++
	p.mu.Unlock()
	return p.BufferPool.Get(n)
}

func (p *countingPool) Put(b *[]byte) {
	p.mu.Lock()
	p.out--
	p.mu.Unlock()
	p.BufferPool.Put(b)
}

type failing struct{ left int }

func (f *failing) Read(p []byte) (int, error) {
	if f.left == 0 {
		return 0, errors.New("connection reset")
	}
	n := min(f.left, len(p))
	f.left -= n
	return n, nil
}

// receive returns a message that the caller frees if the error is nil.
func receive(r io.Reader, pool mem.BufferPool) (mem.BufferSlice, error) {
	message, err := mem.ReadAll(r, pool)
	if err != nil {
		message.Free() // what was read until then
		return nil, err
	}
	return message, nil
}

type stream struct {
	name string
	in   chan mem.Buffer
	got  bytes.Buffer
}

func (s *stream) run() {
	for b := range s.in {
		s.write(b)
	}
}

// write owns b.
func (s *stream) write(b mem.Buffer) {
	defer b.Free()
	s.got.Write(b.ReadOnlyData())
}

// relay sends each buffer to each stream, with a reference of its own.
func relay(message mem.BufferSlice, streams []*stream) {
	for _, s := range streams {
		for _, b := range message {
			b.Ref()
			s.in <- b
		}
	}
}

func checksum(message mem.BufferSlice) (sum uint32, err error) {
	r := message.Reader()
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

func main() {
	pool := &countingPool{BufferPool: mem.NewTieredBufferPool(2<<10, 32<<10)}
	streams := []*stream{{name: "a", in: make(chan mem.Buffer, 1)}, {name: "b", in: make(chan mem.Buffer, 1)}}
	var wg sync.WaitGroup
	for _, s := range streams {
		wg.Go(s.run)
	}
	for _, r := range []io.Reader{
		bytes.NewReader(bytes.Repeat([]byte("hello "), 2000)),
		&failing{left: 5000},
		bytes.NewReader(bytes.Repeat([]byte("bye "), 3)),
	} {
		func() {
			message, err := receive(r, pool)
			if err != nil {
				fmt.Println(err)
				return
			}
			defer message.Free()
			relay(message, streams)
			sum, err := checksum(message)
			fmt.Println(message.Len(), sum, err)
		}()
	}
	for _, s := range streams {
		close(s.in)
	}
	wg.Wait()
	fmt.Println(streams[0].got.Len(), streams[1].got.Len(), pool.out)
}
