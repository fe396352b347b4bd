// truth: correct

package main

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

// counting is a buffer pool that knows how many buffers are out.
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

type mirror struct {
	name  string
	in    chan mem.Buffer
	bytes int
}

func (m *mirror) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for b := range m.in {
		m.bytes += b.Len()
		b.Free()
	}
}

// forward sends a message to every mirror and keeps nothing. The caller keeps
// its reference.
func forward(message mem.Buffer, mirrors []*mirror) {
	for _, m := range mirrors {
		message.Ref()
		m.in <- message
	}
}

func message(pool mem.BufferPool, size int, fill byte) mem.Buffer {
	p := pool.Get(size)
	for i := range *p {
		(*p)[i] = fill
	}
	return mem.NewBuffer(p, pool)
}

func collect(pool mem.BufferPool, parts ...string) string {
	var s mem.BufferSlice
	for _, part := range parts {
		s = append(s, mem.Copy([]byte(part), pool))
	}
	defer s.Free()
	flat := s.MaterializeToBuffer(pool)
	defer flat.Free()
	return string(flat.ReadOnlyData())
}

func main() {
	pool := &counting{BufferPool: mem.DefaultBufferPool()}
	mirrors := []*mirror{
		{name: "a", in: make(chan mem.Buffer)},
		{name: "b", in: make(chan mem.Buffer, 4)},
	}
	var wg sync.WaitGroup
	for _, m := range mirrors {
		wg.Add(1)
		go m.run(&wg)
	}
	for i := range 10 {
		b := message(pool, 2000+i, byte(i))
		forward(b, mirrors)
		b.Free()
	}
	for _, m := range mirrors {
		close(m.in)
	}
	wg.Wait()
	fmt.Println(mirrors[0].bytes, mirrors[1].bytes, len(collect(pool, strings.Repeat("one", 900), strings.Repeat("two", 800))))
	if n := pool.out.Load(); n != 0 {
		panic(fmt.Sprint(n, " buffers are lost"))
	}
}
