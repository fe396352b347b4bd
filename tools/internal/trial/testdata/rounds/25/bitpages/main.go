// truth: correct

// Command bitpages cuts bit-packed pages out of one arrow buffer.
package main

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"sync"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

// page is a view with a reference of its own.
type page struct {
	no  int
	buf *memory.Buffer
}

func (p page) checksum() uint64 {
	h := fnv.New64a()
	h.Write(p.buf.Bytes())
	return h.Sum64()
}

func (p page) free() { p.buf.Release() }

type packer struct {
	buf   *memory.Buffer
	width int
	bits  int
}

func newPacker(alloc memory.Allocator, width int) *packer {
	return &packer{buf: memory.NewResizableBuffer(alloc), width: width}
}

func (p *packer) add(v uint64) {
	need := (p.bits + p.width + 7) / 8
	if need > p.buf.Len() {
		p.buf.Resize(need)
		clear(p.buf.Bytes()[(p.bits+7)/8:])
	}
	b := p.buf.Bytes()
	for i := range p.width {
		if v>>i&1 == 1 {
			at := p.bits + i
			b[at/8] |= 1 << (at % 8)
		}
	}
	p.bits += p.width
}

// pages ends the packer and returns its pages, which the caller frees.
func (p *packer) pages(size int) []page {
	defer p.close()
	var out []page
	for off := 0; off < p.buf.Len(); off += size {
		n := min(size, p.buf.Len()-off)
		out = append(out, page{len(out), memory.SliceBuffer(p.buf, off, n)})
	}
	return out
}

func (p *packer) close() {
	p.buf.Release()
	p.buf = nil
}

type verifier struct {
	in  chan page
	wg  sync.WaitGroup
	mu  sync.Mutex
	sum map[int]uint64
}

func startVerifier(n int) *verifier {
	v := &verifier{in: make(chan page), sum: make(map[int]uint64)}
	for range n {
		v.wg.Go(func() {
			for p := range v.in {
				v.check(p)
			}
		})
	}
	return v
}

func (v *verifier) check(p page) {
	defer p.free()
	s := p.checksum()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sum[p.no] = s
}

func (v *verifier) stop() map[int]uint64 {
	close(v.in)
	v.wg.Wait()
	return v.sum
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	pk := newPacker(alloc, 11)
	for i := range 500 {
		pk.add(uint64(i * 3))
	}
	unused := newPacker(alloc, 4)
	unused.close()

	pages := pk.pages(64)
	head := pages[0]
	head.buf.Retain()
	v := startVerifier(3)
	for _, p := range pages {
		v.in <- p
	}
	sums := v.stop()
	fmt.Println(len(sums), sums[0] == head.checksum(), binary.LittleEndian.Uint16(head.buf.Bytes()[1:]))
	head.free()
	if n := alloc.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes leaked"))
	}
}
