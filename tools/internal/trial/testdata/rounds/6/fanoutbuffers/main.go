// truth: correct
package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

// A checkedPool counts what it has lent.
type checkedPool struct {
	pool mem.BufferPool
	lent atomic.Int64
}

func (p *checkedPool) Get(n int) *[]byte {
	p.lent.Add(1)
	return p.pool.Get(n)
}

func (p *checkedPool) Put(b *[]byte) {
	p.lent.Add(-1)
	p.pool.Put(b)
}

type subscriber struct {
	name string
	in   chan mem.BufferSlice
	got  int
}

// run frees each message when it has read it.
func (s *subscriber) run(wg *sync.WaitGroup) {
	wg.Go(func() {
		for message := range s.in {
			s.read(message)
		}
	})
}

func (s *subscriber) read(message mem.BufferSlice) {
	defer message.Free()
	r := message.Reader()
	defer r.Close()
	n, err := io.Copy(io.Discard, r)
	if err != nil {
		fmt.Println(s.name, err)
	}
	s.got += int(n)
}

type topic struct{ subscribers []*subscriber }

// publish lends the message: each subscriber gets references of its own.
func (t *topic) publish(message mem.BufferSlice) {
	for _, s := range t.subscribers {
		message.Ref()
		s.in <- message
	}
}

// encode returns a message of a header and a body, which the caller frees.
func encode(pool mem.BufferPool, header, body string) mem.BufferSlice {
	message := mem.BufferSlice{mem.Copy([]byte(header), pool)}
	if body == "" {
		return message
	}
	data := pool.Get(len(body))
	copy(*data, body)
	return append(message, mem.NewBuffer(data, pool))
}

func send(t *topic, pool mem.BufferPool, header, body string) int {
	message := encode(pool, header, body)
	defer message.Free()
	t.publish(message)
	return message.Len()
}

func main() {
	pool := &checkedPool{pool: mem.NewTieredBufferPool(2<<10, 16<<10)}
	t := &topic{}
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b", "c"} {
		s := &subscriber{name: name, in: make(chan mem.BufferSlice, 2)}
		s.run(&wg)
		t.subscribers = append(t.subscribers, s)
	}
	sent := 0
	for i := range 20 {
		body := ""
		if i%4 != 0 {
			body = strings.Repeat("body", 100*i)
		}
		sent += send(t, pool, strings.Repeat("h", 1100), body)
	}
	for _, s := range t.subscribers {
		close(s.in)
	}
	wg.Wait()
	for _, s := range t.subscribers {
		fmt.Println(s.name, s.got == sent)
	}
	fmt.Println("lent:", pool.lent.Load())
}
