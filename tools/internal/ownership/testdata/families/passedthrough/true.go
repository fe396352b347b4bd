package passedthrough

import (
	"github.com/rcpool/rcpool"
	"google.golang.org/grpc/mem"
)

// The event is lost.
func passedOnly() int {
	ref := same(events.Get()) // want "leak: "
	return ref.Value().n
}

// The event is released twice.
func passedTwice() int {
	ref := events.Get()
	other := same(ref)
	n := other.Value().n
	other.Release()
	ref.Release() // want "double-release: "
	return n
}

// A zero reference stays one.
func zero() int {
	ref := same(rcpool.Ref[event]{})
	return ref.Value().n // want "zero-ref: "
}

// The channels share one reference.
func broadcastOne(payload []byte, to []chan mem.Buffer) {
	buf := mem.Copy(payload, buffers)
	defer buf.Free()
	for _, c := range to {
		c <- buf // want "escape: "
	}
}

// The buffer is freed twice, once by way of the interface.
func sizeTwice(payload []byte) int {
	buf := mem.Copy(payload, buffers)
	defer buf.Free()
	n := buf.Len()
	freer(buf).Free() // want "double-release: "
	return n
}

// The event is lost if its number is 0.
func numberLost(n int) int {
	ref, err := after(n) // want "leak: "
	if err != nil || ref.Value().n == 0 {
		return 0
	}
	defer ref.Release()
	return ref.Value().n
}
