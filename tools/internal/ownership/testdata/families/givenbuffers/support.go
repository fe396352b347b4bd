// Package givenbuffers is about buffers of gRPC that functions are given, or find, and free: the package
// takes no further references to them.
package givenbuffers

import "google.golang.org/grpc/mem"

type handler func([]byte) error

type dispatcher struct {
	handle  handler
	pending mem.BufferSlice
	bytes   int
}

// serve frees the message.
func (d *dispatcher) serve(m mem.Buffer) error {
	defer m.Free()
	return d.handle(m.ReadOnlyData())
}

// parse frees the request.
func parse(request mem.BufferSlice) []byte {
	defer request.Free()
	return request.Materialize()
}

func size(m mem.Buffer) int { return m.Len() }

// tryServe frees the message only if it could handle it.
func (d *dispatcher) tryServe(m mem.Buffer) bool {
	if d.handle(m.ReadOnlyData()) != nil {
		return false
	}
	m.Free()
	return true
}
