// truth: use-after-release line 57 callee

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

const minMessage = 2048

var errFrame = errors.New("message is too short")

// A sink takes messages over.
type sink struct {
	pool  mem.BufferPool
	total int
	last  mem.Buffer
}

// accept keeps a long message until the next one, and frees a short one.
func (s *sink) accept(message mem.Buffer) {
	s.total += message.Len()
	if message.Len() < minMessage {
		message.Free()
		return
	}
	if s.last != nil {
		s.last.Free()
	}
	s.last = message
}

// consume frees the message when it has been counted.
func (s *sink) consume(message mem.Buffer) {
	s.total += message.Len()
	message.Free()
}

type proxy struct {
	to      *sink
	methods map[uint16]int
}

func (p *proxy) forward(body []byte) error {
	message := mem.Copy(body, p.to.pool)
	data := message.ReadOnlyData()
	if len(data) < 2 {
		message.Free()
		return errFrame
	}
	p.to.consume(message)
	p.methods[binary.BigEndian.Uint16(data)]++
	return nil
}

func (p *proxy) keep(body []byte) {
	message := mem.Copy(body, p.to.pool)
	p.to.accept(message)
}

func (p *proxy) close() {
	if p.to.last != nil {
		p.to.last.Free()
		p.to.last = nil
	}
}

// zeroing is a pool that leaves no data of a message behind.
type zeroing struct{ mem.BufferPool }

func (z zeroing) Put(b *[]byte) {
	clear((*b)[:cap(*b)])
	z.BufferPool.Put(b)
}

func main() {
	p := &proxy{
		to:      &sink{pool: zeroing{mem.DefaultBufferPool()}},
		methods: make(map[uint16]int),
	}
	fmt.Println(p.forward([]byte{1}))
	for i := range 6 {
		body := bytes.Repeat([]byte{0, byte(7 + i%2)}, 2000)
		if err := p.forward(body); err != nil {
			panic(err)
		}
		p.keep(body)
	}
	p.close()
	fmt.Println(p.to.total)
	if p.methods[7] != 3 || p.methods[8] != 3 {
		panic(fmt.Sprint("wrong methods: ", p.methods))
	}
}
