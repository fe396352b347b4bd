// Package deferredlent is about counted objects that unknown code gets before a deferred call releases
// them: it borrows them.
package deferredlent

import "google.golang.org/grpc/mem"

type backend interface{ Forward(b mem.Buffer) error }

type queue interface {
	// Push keeps the buffer if it returns nil.
	Push(b mem.Buffer) error
}
