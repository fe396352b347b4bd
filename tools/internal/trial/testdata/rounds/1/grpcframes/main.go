// truth: correct

// Command grpcframes hands the buffers of a message to several streams.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"sync"

	"google.golang.org/grpc/mem"
)

type countingPool struct {
	mem.BufferPool
	mu   sync.Mutex
	open int
}

func (p *countingPool) Get(n int) *[]byte {
	p.mu.Lock()
	p.open++
	p.mu.Unlock()
	return p.BufferPool.Get(n)
}

func (p *countingPool) Put(b *[]byte) {
	p.mu.Lock()
	p.open--
	p.mu.Unlock()
	p.BufferPool.Put(b)
}

type stream struct {
	in  chan mem.Buffer
	out bytes.Buffer
}

func (s *stream) run() {
	for buf := range s.in {
		s.out.Write(buf.ReadOnlyData())
		buf.Free()
	}
}

func send(pool mem.BufferPool, payload []byte, to []*stream) {
	buf := mem.Copy(payload, pool)
	defer buf.Free()
	for _, s := range to {
		buf.Ref()
		s.in <- buf
	}
}

func checksum(pool mem.BufferPool, chunks ...string) (sum int, err error) {
	var data mem.BufferSlice
	for _, c := range chunks {
		data = append(data, mem.Copy([]byte(c), pool))
	}
	defer data.Free()
	r := data.Reader()
	defer r.Close()
	for {
		b, err := r.ReadByte()
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return 0, err
		}
		sum += int(b)
	}
}

func main() {
	pool := &countingPool{BufferPool: mem.NewTieredBufferPool(64, 4096)}
	streams := make([]*stream, 3)
	var wg sync.WaitGroup
	for i := range streams {
		streams[i] = &stream{in: make(chan mem.Buffer, 1)}
		wg.Go(streams[i].run)
	}
	for i := range 5 {
		send(pool, bytes.Repeat([]byte{byte('a' + i)}, 2000), streams)
	}
	for _, s := range streams {
		close(s.in)
	}
	wg.Wait()
	for _, s := range streams {
		if s.out.Len() != 10000 {
			log.Fatal(s.out.Len())
		}
	}
	sum, err := checksum(pool, string(make([]byte, 2000)), string(bytes.Repeat([]byte{1}, 2000)))
	if err != nil || sum != 2000 {
		log.Fatal(sum, err)
	}
	if pool.open != 0 {
		log.Fatal("buffers in use: ", pool.open)
	}
	fmt.Println("ok")
}
