// Package grpcmem holds the cases for the counted buffers of gRPC.
package grpcmem

import (
	"encoding/json"
	"errors"

	"google.golang.org/grpc/mem"
)

var errShort = errors.New("short buffer")

// marshal returns buffers that the caller must free, unless it fails.
func marshal(v any) (mem.BufferSlice, error) {
	p, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return mem.BufferSlice{mem.Copy(p, mem.DefaultBufferPool())}, nil
}

// compress returns a buffer that the caller must free; it frees nothing.
func compress(in mem.Buffer) (mem.Buffer, error) {
	if in.Len() == 0 {
		return nil, errShort
	}
	return mem.Copy(in.ReadOnlyData(), mem.DefaultBufferPool()), nil
}

// checksum reads the buffer; it keeps nothing.
func checksum(b mem.Buffer) (n int) {
	for _, c := range b.ReadOnlyData() {
		n += int(c)
	}
	return n
}

// frame owns its buffer until free.
type frame struct {
	payload mem.Buffer
}

func (f *frame) free() {
	if f.payload != nil {
		f.payload.Free()
		f.payload = nil
	}
}

// stream holds what has arrived and was not read.
type stream struct {
	pending []mem.Buffer
	last    []byte
	send    chan mem.Buffer
}
