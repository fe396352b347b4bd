// truth: correct

// Command reassembler puts fragments of datagrams together.
package main

import (
	"fmt"

	"google.golang.org/grpc/mem"
)

type fragment struct {
	datagram uint32
	index    int
	total    int
	data     mem.Buffer // owned
}

type partial struct {
	parts []mem.Buffer
	have  int
	born  int
}

func (p *partial) free() {
	for i, b := range p.parts {
		if b != nil {
			b.Free()
			p.parts[i] = nil
		}
	}
}

type assembler struct {
	pool    mem.BufferPool
	pending map[uint32]*partial
	clock   int
	ttl     int
}

// add takes the fragment over. It returns the datagram when it is complete;
// the caller frees it.
func (a *assembler) add(f fragment) (mem.Buffer, bool) {
	a.clock++
	a.expire()
	p := a.pending[f.datagram]
	if p == nil {
		p = &partial{parts: make([]mem.Buffer, f.total), born: a.clock}
		a.pending[f.datagram] = p
	}
	if f.index < 0 || f.index >= len(p.parts) || p.parts[f.index] != nil {
		f.data.Free()
		return nil, false
	}
	p.parts[f.index] = f.data
	p.have++
	if p.have < len(p.parts) {
		return nil, false
	}
	delete(a.pending, f.datagram)
	whole := mem.BufferSlice(p.parts)
	out := whole.MaterializeToBuffer(a.pool)
	whole.Free()
	return out, true
}

func (a *assembler) expire() {
	for id, p := range a.pending {
		if a.clock-p.born > a.ttl {
			p.free()
			delete(a.pending, id)
		}
	}
}

func (a *assembler) close() int {
	n := len(a.pending)
	for id, p := range a.pending {
		p.free()
		delete(a.pending, id)
	}
	return n
}

func split(id uint32, text string, size int, pool mem.BufferPool) (out []fragment) {
	whole := mem.Copy([]byte(text), pool)
	defer whole.Free()
	total := (whole.Len() + size - 1) / size
	for i := range total {
		lo := i * size
		hi := min(lo+size, whole.Len())
		out = append(out, fragment{id, i, total, whole.Slice(lo, hi)})
	}
	return out
}

func main() {
	pool := mem.DefaultBufferPool()
	a := &assembler{pool: pool, pending: map[uint32]*partial{}, ttl: 6}
	one := split(1, "the quick brown fox", 8, pool)
	two := split(2, "jumps", 4, pool)
	lost := split(3, "gone forever", 6, pool)
	lost[1].data.Free()
	again := one[0]
	again.data.Ref()
	order := []fragment{one[2], two[1], lost[0], one[0], again, one[1], two[0]}
	for _, f := range order {
		if d, ok := a.add(f); ok {
			fmt.Printf("%d: %s\n", f.datagram, d.ReadOnlyData())
			d.Free()
		}
	}
	fmt.Println("left", a.close())
}
