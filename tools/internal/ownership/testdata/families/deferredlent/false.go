package deferredlent

import "google.golang.org/grpc/mem"

// The deferred call is the only one.
func forward(to backend, pool mem.BufferPool, data []byte) error {
	b := mem.Copy(data, pool)
	defer b.Free()
	return to.Forward(b)
}

// The queue gets a reference of its own, which comes back if there is no room.
func push(q queue, pool mem.BufferPool, data []byte) error {
	b := mem.Copy(data, pool)
	defer b.Free()
	b.Ref()
	if err := q.Push(b); err != nil {
		b.Free()
		return err
	}
	return nil
}
