// truth: wrong-pool line 59 plain

// Command tracepack packs spans into header and body blocks.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

type block struct {
	data []byte
}

var (
	headers = sync.Pool{New: func() any { return &block{data: make([]byte, 0, 32)} }}
	bodies  = sync.Pool{New: func() any { return &block{data: make([]byte, 0, 8<<10)} }}
)

type span struct {
	trace uint64
	name  string
	tags  map[string]string
}

var errLong = errors.New("span does not fit")

type packer struct {
	mu   sync.Mutex
	out  []byte
	sent int
}

func (p *packer) emit(parts ...[]byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, part := range parts {
		p.out = append(p.out, part...)
	}
	p.sent++
}

func (p *packer) pack(s span) error {
	head := headers.Get().(*block)
	head.data = binary.BigEndian.AppendUint64(head.data[:0], s.trace)

	body := bodies.Get().(*block)
	body.data = append(body.data[:0], s.name...)
	for k, v := range s.tags {
		body.data = append(body.data, 0)
		body.data = append(body.data, k...)
		body.data = append(body.data, '=')
		body.data = append(body.data, v...)
	}
	if len(body.data) > cap(body.data)/2 {
		headers.Put(head)
		headers.Put(body)
		return fmt.Errorf("%s: %w", s.name, errLong)
	}
	head.data = binary.BigEndian.AppendUint32(head.data, uint32(len(body.data)))
	p.emit(head.data, body.data)
	headers.Put(head)
	bodies.Put(body)
	return nil
}

func unpack(data []byte) (names []string, err error) {
	for len(data) > 0 {
		if len(data) < 12 {
			return names, errors.New("truncated")
		}
		n := int(binary.BigEndian.Uint32(data[8:]))
		data = data[12:]
		if n > len(data) {
			return names, errors.New("truncated body")
		}
		name := data[:n]
		for i, c := range name {
			if c == 0 {
				name = name[:i]
				break
			}
		}
		names = append(names, string(name))
		data = data[n:]
	}
	return names, nil
}

func main() {
	p := new(packer)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			s := span{trace: uint64(i), name: fmt.Sprint("span", i), tags: map[string]string{"svc": "cart"}}
			if i == 3 {
				s.tags["blob"] = string(make([]byte, 5000))
			}
			if err := p.pack(s); err != nil {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
	names, err := unpack(p.out)
	fmt.Println(len(names), p.sent, err)
}
