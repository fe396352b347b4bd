// Package setagain is about calls in loops that release what is in a field, and put something else there.
package setagain

import "google.golang.org/grpc/mem"

type frames struct {
	pool    mem.BufferPool
	pending mem.BufferSlice
}

func (f *frames) write(b mem.Buffer) { f.pending = append(f.pending, b) }

// next frees what is pending, and keeps the rest of it.
func (f *frames) next(n int, handle func([]byte)) bool {
	if len(f.pending) == 0 {
		return false
	}
	all := f.pending
	data := all.Materialize()
	f.pending = nil
	all.Free()
	if n < len(data) {
		f.pending = mem.BufferSlice{mem.Copy(data[n:], f.pool)}
	}
	handle(data[:n])
	return true
}

func (f *frames) close() {
	f.pending.Free()
	f.pending = nil
}
