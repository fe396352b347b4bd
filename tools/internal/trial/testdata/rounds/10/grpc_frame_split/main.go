// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

// counting is a pool that knows how many buffers are out.
type counting struct {
	mem.BufferPool
	out atomic.Int64
}

func (c *counting) Get(n int) *[]byte {
	c.out.Add(1)
	return c.BufferPool.Get(n)
}

func (c *counting) Put(b *[]byte) {
	c.out.Add(-1)
	c.BufferPool.Put(b)
}

type sink struct {
	wg    sync.WaitGroup
	total atomic.Int64
}

// accept takes the buffer over.
func (s *sink) accept(b mem.Buffer) {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		defer b.Free()
		for _, c := range b.ReadOnlyData() {
			s.total.Add(int64(c))
		}
	}()
}

// frames cuts a message into frames and gives each to both sinks.
func frames(msg mem.Buffer, size int, primary, mirror *sink) int {
	defer msg.Free()
	n := 0
	for from := 0; from < msg.Len(); from += size {
		frame := mem.Copy(msg.ReadOnlyData()[from:min(from+size, msg.Len())], pool)
		frame.Ref()
		primary.accept(frame)
		mirror.accept(frame)
		n++
	}
	return n
}

var pool = &counting{BufferPool: mem.DefaultBufferPool()}

func main() {
	data := pool.Get(8000)
	for i := range *data {
		(*data)[i] = byte(i)
	}
	var a, b sink
	n := frames(mem.NewBuffer(data, pool), 3000, &a, &b)
	a.wg.Wait()
	b.wg.Wait()
	fmt.Println(n, a.total.Load() == b.total.Load(), pool.out.Load())
}
