package deferredlent

import "google.golang.org/grpc/mem"

// It is freed when it could not be sent, and when the function returns.
func relay(to backend, pool mem.BufferPool, data []byte) error {
	b := mem.Copy(data, pool)
	defer b.Free()
	if err := to.Forward(b); err != nil {
		b.Free() // want "double-release: "
		return err
	}
	return nil
}

// A function value borrows it, too.
func each(pool mem.BufferPool, data []byte, handle func(mem.Buffer) bool) {
	b := mem.Copy(data, pool)
	defer b.Free()
	if !handle(b) {
		b.Free() // want "double-release: "
	}
}
