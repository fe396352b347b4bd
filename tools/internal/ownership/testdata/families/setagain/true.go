package setagain

import "google.golang.org/grpc/mem"

// What was taken out is freed again.
func freeTwice(pool mem.BufferPool, body []byte) {
	b := mem.Copy(body, pool)
	b.Free()
	for range 2 {
		b.Free() // want "double-release: "
	}
}

// What is pending is freed, and then used.
func sizeAfter(pool mem.BufferPool, body []byte) int {
	b := mem.Copy(body, pool)
	b.Free()
	n := 0
	for range 2 {
		n += b.Len() // want "use-after-release: "
	}
	return n
}
