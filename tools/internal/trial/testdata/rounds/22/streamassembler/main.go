// truth: correct

// Command streamassembler joins fragments of messages per stream.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

// counted counts the buffers that are out.
type counted struct {
	mem.BufferPool
	out atomic.Int64
}

func (c *counted) Get(n int) *[]byte {
	c.out.Add(1)
	return c.BufferPool.Get(n)
}

func (c *counted) Put(b *[]byte) {
	c.out.Add(-1)
	c.BufferPool.Put(b)
}

type fragment struct {
	stream int
	data   mem.Buffer
	end    bool
}

var errTooMany = errors.New("too many fragments")

type assembler struct {
	pool    mem.BufferPool
	streams map[int]mem.BufferSlice
	deliver func(stream int, msg mem.Buffer) error
}

// accept takes the data of the fragment over.
func (a *assembler) accept(f fragment) error {
	parts := append(a.streams[f.stream], f.data)
	if len(parts) > 3 {
		parts.Free()
		delete(a.streams, f.stream)
		return fmt.Errorf("stream %d: %w", f.stream, errTooMany)
	}
	if !f.end {
		a.streams[f.stream] = parts
		return nil
	}
	delete(a.streams, f.stream)
	msg := parts.MaterializeToBuffer(a.pool)
	parts.Free()
	defer msg.Free()
	return a.deliver(f.stream, msg)
}

func (a *assembler) reset(stream int) {
	a.streams[stream].Free()
	delete(a.streams, stream)
}

func (a *assembler) close() {
	for stream := range a.streams {
		a.reset(stream)
	}
}

func (a *assembler) piece(fill byte, n int) mem.Buffer {
	b := a.pool.Get(n)
	for i := range *b {
		(*b)[i] = fill
	}
	return mem.NewBuffer(b, a.pool)
}

func main() {
	pool := &counted{BufferPool: mem.NewTieredBufferPool(2048, 8192)}
	kept := map[int]mem.Buffer{}
	a := &assembler{pool: pool, streams: map[int]mem.BufferSlice{}}
	a.deliver = func(stream int, msg mem.Buffer) error {
		if msg.Len() > 5000 {
			return fmt.Errorf("stream %d: %d bytes", stream, msg.Len())
		}
		if old, ok := kept[stream]; ok {
			old.Free()
		}
		msg.Ref()
		kept[stream] = msg
		return nil
	}
	for _, f := range []fragment{
		{1, a.piece('a', 1500), false}, {2, a.piece('b', 2000), false}, {1, a.piece('c', 1200), true},
		{3, a.piece('d', 1500), true}, {2, a.piece('e', 4000), true}, {4, a.piece('f', 1100), false},
		{5, a.piece('g', 1100), false}, {5, a.piece('g', 1100), false}, {5, a.piece('g', 1100), false}, {5, a.piece('g', 1100), true},
	} {
		if err := a.accept(f); err != nil {
			fmt.Println(err)
		}
	}
	a.close()
	var ids []int
	for id := range kept {
		ids = append(ids, id)
	}
	sort.Ints(ids)
	for _, id := range ids {
		fmt.Println(id, kept[id].Len(), string(kept[id].ReadOnlyData()[:1]))
		kept[id].Free()
	}
	fmt.Println(pool.out.Load())
}
