// truth: correct

// Command chunkjoin reassembles chunked uploads from gRPC buffers.
package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/grpc/mem"
)

var (
	errGap   = errors.New("chunk out of order")
	errLimit = errors.New("upload too large")
)

type upload struct {
	parts mem.BufferSlice
	next  int
	size  int
}

type assembler struct {
	pool    mem.BufferPool
	uploads map[string]*upload
	limit   int
}

func newAssembler(limit int) *assembler {
	return &assembler{mem.NewTieredBufferPool(256, 4096), make(map[string]*upload), limit}
}

func (a *assembler) chunk(data string) mem.Buffer {
	b := a.pool.Get(len(data))
	copy(*b, data)
	return mem.NewBuffer(b, a.pool)
}

// add takes buf over, also if it fails; an upload that fails is gone.
func (a *assembler) add(id string, seq int, buf mem.Buffer) error {
	u, ok := a.uploads[id]
	if !ok {
		u = new(upload)
		a.uploads[id] = u
	}
	var err error
	switch {
	case seq < u.next:
		buf.Free()
		return nil
	case seq > u.next:
		err = errGap
	case u.size+buf.Len() > a.limit:
		err = errLimit
	}
	if err != nil {
		buf.Free()
		a.abort(id)
		return fmt.Errorf("%s#%d: %w", id, seq, err)
	}
	u.parts = append(u.parts, buf)
	u.next++
	u.size += buf.Len()
	return nil
}

func (a *assembler) abort(id string) {
	if u, ok := a.uploads[id]; ok {
		delete(a.uploads, id)
		u.parts.Free()
	}
}

// finish hands the parts to the caller.
func (a *assembler) finish(id string) (mem.BufferSlice, bool) {
	u, ok := a.uploads[id]
	if !ok {
		return nil, false
	}
	delete(a.uploads, id)
	return u.parts, true
}

func (a *assembler) Close() {
	for _, id := range slices.Collect(maps.Keys(a.uploads)) {
		a.abort(id)
	}
}

type handlerFunc func(mem.BufferSlice) string

// fanout lends the parts to each handler in turn.
func fanout(parts mem.BufferSlice, hs ...handlerFunc) []string {
	defer parts.Free()
	var out []string
	for _, h := range hs {
		out = append(out, h(parts))
	}
	return out
}

func preview(parts mem.BufferSlice) string {
	if len(parts) == 0 {
		return ""
	}
	head := parts[0].Slice(0, min(4, parts[0].Len()))
	defer head.Free()
	return string(head.ReadOnlyData())
}

func whole(parts mem.BufferSlice) string { return string(parts.Materialize()) }

func main() {
	a := newAssembler(2000)
	defer a.Close()
	big := strings.Repeat("x", 1500)
	for _, c := range []struct {
		id   string
		seq  int
		data string
	}{
		{"u1", 0, "hello, "}, {"u2", 0, big}, {"u1", 1, "wide "}, {"u1", 1, "wide "},
		{"u1", 2, "world"}, {"u2", 1, big}, {"u3", 1, "?"}, {"u4", 0, "left open"},
	} {
		if err := a.add(c.id, c.seq, a.chunk(c.data)); err != nil {
			fmt.Println(err)
		}
	}
	if parts, ok := a.finish("u1"); ok {
		fmt.Println(fanout(parts, preview, whole))
	}
	_, ok := a.finish("u2")
	fmt.Println(ok, len(a.uploads))
}
