// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"
)

var errName = errors.New("bad name")

// A packer builds a message in a buffer that is reused.
type packer struct {
	buf   []byte
	names map[string]uint16
}

var packers = sync.Pool{New: func() any {
	return &packer{buf: make([]byte, 0, 512), names: map[string]uint16{}}
}}

func getPacker() *packer {
	p := packers.Get().(*packer)
	p.buf = p.buf[:0]
	clear(p.names)
	return p
}

func putPacker(p *packer) {
	if cap(p.buf) > 4096 {
		return
	}
	packers.Put(p)
}

func (p *packer) u16(v uint16) { p.buf = binary.BigEndian.AppendUint16(p.buf, v) }

func (p *packer) name(n string) error {
	for n != "" {
		if at, ok := p.names[n]; ok {
			p.u16(0xc000 | at)
			return nil
		}
		if len(p.buf) < 0x4000 {
			p.names[n] = uint16(len(p.buf))
		}
		label, rest, _ := strings.Cut(n, ".")
		if label == "" || len(label) > 63 {
			return fmt.Errorf("%w: %q", errName, n)
		}
		p.buf = append(append(p.buf, byte(len(label))), label...)
		n = rest
	}
	p.buf = append(p.buf, 0)
	return nil
}

type record struct {
	name string
	data []byte
}

// pack returns a message of its own.
func pack(id uint16, question string, answers []record) ([]byte, error) {
	p := getPacker()
	defer putPacker(p)
	p.u16(id)
	p.u16(0x8180)
	p.u16(1)
	p.u16(uint16(len(answers)))
	if err := p.name(question); err != nil {
		return nil, err
	}
	for _, a := range answers {
		if err := p.name(a.name); err != nil {
			return nil, err
		}
		p.u16(uint16(len(a.data)))
		p.buf = append(p.buf, a.data...)
	}
	return append([]byte(nil), p.buf...), nil
}

// packTo packs without a copy, for a caller that writes at once.
func packTo(write func([]byte) error, id uint16, question string) error {
	p := getPacker()
	defer putPacker(p)
	p.u16(id)
	if err := p.name(question); err != nil {
		return err
	}
	return write(p.buf)
}

func main() {
	var wg sync.WaitGroup
	sizes := make([]int, 6)
	for i := range sizes {
		wg.Go(func() {
			msg, err := pack(uint16(i), "www.example.test", []record{
				{"example.test", []byte{10, 0, 0, byte(i)}},
				{strings.Repeat("x", i) + ".example.test", nil},
			})
			if err != nil {
				return
			}
			if int(binary.BigEndian.Uint16(msg)) != i {
				panic("somebody else's message")
			}
			sizes[i] = len(msg)
		})
	}
	wg.Wait()
	total := 0
	err := packTo(func(b []byte) error { total += len(b); return nil }, 7, "a.b")
	fmt.Println(sizes, total, err, packTo(nil, 8, "a..b"))
}
