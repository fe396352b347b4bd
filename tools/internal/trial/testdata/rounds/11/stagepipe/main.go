// truth: correct
package main

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/valyala/bytebufferpool"
)

var payloads bytebufferpool.Pool

type packet struct {
	seq  int
	body *bytebufferpool.ByteBuffer
}

func (p *packet) free() {
	payloads.Put(p.body)
	p.body = nil
}

func produce(n int, out chan<- packet) {
	defer close(out)
	for i := range n {
		b := payloads.Get()
		fmt.Fprintf(b, "seq=%d;", i)
		b.Write(bytes.Repeat([]byte("x"), i%7))
		out <- packet{i, b}
	}
}

// filter drops packets without padding, and splits the others from their padding.
func filter(in <-chan packet, out chan<- packet) {
	defer close(out)
	for p := range in {
		i := bytes.IndexByte(p.body.B, ';')
		if i == p.body.Len()-1 {
			p.free()
			continue
		}
		p.body.B = p.body.B[:i]
		out <- p
	}
}

// frame puts a packet into another buffer with a header.
func frame(in <-chan packet, out chan<- packet) {
	defer close(out)
	for p := range in {
		b := payloads.Get()
		fmt.Fprintf(b, "%03d|", p.body.Len())
		b.Write(p.body.B)
		p.free()
		p.body = b
		out <- p
	}
}

type writer struct {
	limit int
	out   bytes.Buffer
}

func (w *writer) run(in <-chan packet) (written int) {
	for p := range in {
		if w.out.Len()+p.body.Len() > w.limit {
			p.free()
			break
		}
		w.out.Write(p.body.B)
		w.out.WriteByte('\n')
		written++
		p.free()
	}
	for p := range in { // the stages before must not hang
		p.free()
	}
	return written
}

func main() {
	for _, limit := range []int{1 << 20, 100} {
		raw, kept, framed := make(chan packet), make(chan packet, 4), make(chan packet)
		var wg sync.WaitGroup
		wg.Add(3)
		go func() { defer wg.Done(); produce(100, raw) }()
		go func() { defer wg.Done(); filter(raw, kept) }()
		go func() { defer wg.Done(); frame(kept, framed) }()
		w := &writer{limit: limit}
		n := w.run(framed)
		wg.Wait()
		fmt.Println(n, w.out.Len())
	}
}
