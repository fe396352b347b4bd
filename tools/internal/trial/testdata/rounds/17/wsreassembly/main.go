// truth: correct
package main

import (
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

type fragment struct {
	stream int
	fin    bool
	data   []byte
}

var errTooBig = errors.New("message too big")

// An assembler joins the fragments of messages of many streams.
type assembler struct {
	pool    mem.BufferPool
	partial map[int]mem.BufferSlice
	limit   int
}

// add returns the message that the fragment completes, if any.
func (a *assembler) add(f fragment) (mem.BufferSlice, error) {
	parts := a.partial[f.stream]
	if parts.Len()+len(f.data) > a.limit {
		a.abort(f.stream)
		return nil, fmt.Errorf("stream %d: %w", f.stream, errTooBig)
	}
	parts = append(parts, mem.Copy(f.data, a.pool))
	if !f.fin {
		a.partial[f.stream] = parts
		return nil, nil
	}
	delete(a.partial, f.stream)
	return parts, nil
}

func (a *assembler) abort(stream int) {
	a.partial[stream].Free()
	delete(a.partial, stream)
}

func (a *assembler) close() int {
	n := len(a.partial)
	for stream := range a.partial {
		a.abort(stream)
	}
	return n
}

type peer struct {
	outbox []mem.Buffer
}

func (p *peer) flush() (bytes int) {
	for i, b := range p.outbox {
		bytes += len(b.ReadOnlyData())
		b.Free()
		p.outbox[i] = nil
	}
	p.outbox = p.outbox[:0]
	return bytes
}

// broadcast gives the message to all peers, in one piece.
func broadcast(msg mem.BufferSlice, pool mem.BufferPool, peers []*peer) {
	defer msg.Free()
	whole := msg.MaterializeToBuffer(pool)
	defer whole.Free()
	for _, p := range peers {
		whole.Ref()
		p.outbox = append(p.outbox, whole)
	}
}

func main() {
	pool := mem.NewTieredBufferPool(1024, 4096, 16384)
	a := &assembler{pool: pool, partial: map[int]mem.BufferSlice{}, limit: 9000}
	peers := []*peer{{}, {}, {}}
	for _, f := range []fragment{
		{1, false, make([]byte, 3000)},
		{2, true, make([]byte, 2000)},
		{1, true, make([]byte, 3000)},
		{3, false, make([]byte, 8000)},
		{3, true, make([]byte, 8000)},
		{4, false, make([]byte, 10)},
		{4, true, nil},
		{5, false, make([]byte, 2500)},
	} {
		msg, err := a.add(f)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		if msg != nil {
			broadcast(msg, pool, peers)
		}
	}
	for _, p := range peers {
		fmt.Println(len(p.outbox), p.flush())
	}
	fmt.Println("unfinished", a.close())
}
