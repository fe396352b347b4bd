// Package encoding stands for grpc's package of this name.
package encoding

import "google.golang.org/grpc/mem"

// CodecV2 marshals and unmarshals messages.
type CodecV2 interface {
	// Marshal returns the wire format of v. The caller owns the buffers.
	Marshal(v any) (out mem.BufferSlice, err error)
	// Unmarshal parses the wire format into v. It must copy what it keeps.
	Unmarshal(data mem.BufferSlice, v any) error
	Name() string
}
