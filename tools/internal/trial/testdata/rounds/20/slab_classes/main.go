// truth: correct

// Packets of a game server are in slabs of three sizes.
package main

import (
	"errors"
	"fmt"
	"sync"
)

var sizes = [...]int{64, 256, 1024}

var slabs = func() (pools [len(sizes)]*sync.Pool) {
	for i, n := range sizes {
		pools[i] = &sync.Pool{New: func() any {
			b := make([]byte, 0, n)
			return &b
		}}
	}
	return pools
}()

type packet struct {
	class int
	slab  *[]byte
	heap  []byte
}

func classOf(n int) int {
	for i, size := range sizes {
		if n <= size {
			return i
		}
	}
	return -1
}

func newPacket(n int) packet {
	class := classOf(n)
	if class < 0 {
		return packet{class: -1, heap: make([]byte, 0, n)}
	}
	slab := slabs[class].Get().(*[]byte)
	*slab = (*slab)[:0]
	return packet{class: class, slab: slab}
}

func (p *packet) bytes() []byte {
	if p.slab == nil {
		return p.heap
	}
	return *p.slab
}

// add appends to the packet, and moves it to a larger slab if it must.
func (p *packet) add(data []byte) {
	need := len(p.bytes()) + len(data)
	if p.slab != nil && need > cap(*p.slab) {
		larger := newPacket(need)
		larger.add(p.bytes())
		p.free()
		*p = larger
	}
	if p.slab == nil {
		p.heap = append(p.heap, data...)
		return
	}
	*p.slab = append(*p.slab, data...)
}

func (p *packet) free() {
	if p.slab != nil {
		slabs[p.class].Put(p.slab)
	}
	*p = packet{}
}

type room struct{ outgoing []packet }

var errEmpty = errors.New("empty update")

func (r *room) broadcast(parts ...string) error {
	p := newPacket(1)
	for _, s := range parts {
		p.add([]byte(s))
	}
	if len(p.bytes()) == 0 {
		p.free()
		return errEmpty
	}
	r.outgoing = append(r.outgoing, p)
	return nil
}

func (r *room) tick() (n int) {
	for i := range r.outgoing {
		n += len(r.outgoing[i].bytes())
		r.outgoing[i].free()
	}
	r.outgoing = r.outgoing[:0]
	return n
}

func main() {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			r := new(room)
			text := string(make([]byte, 100*(i+1)))
			for range 3 {
				err := errors.Join(r.broadcast("pos", text), r.broadcast(), r.broadcast(text, text, text, text))
				if n := r.tick(); n != 3+5*len(text) || !errors.Is(err, errEmpty) {
					fmt.Println("room", i, n, err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println("done")
}
