// Package retriedwrites sends buffers that it may have to send again. What sends them takes
// a reference over, also if it fails.
package retriedwrites

import (
	"errors"

	"google.golang.org/grpc/mem"
)

var errClosing = errors.New("transport is closing")

type transport struct {
	fail  int
	queue []mem.Buffer
	last  mem.Buffer
	out   chan mem.Buffer
}

func (t *transport) write(b mem.Buffer) error {
	if t.fail > 0 {
		t.fail--
		b.Free()
		return errClosing
	}
	t.queue = append(t.queue, b)
	return nil
}

func (t *transport) send(b mem.Buffer) error {
	if t.fail > 0 {
		t.fail--
		b.Free()
		return errClosing
	}
	t.out <- b
	return nil
}

// measure keeps nothing.
func (t *transport) measure(b mem.Buffer) error {
	if b.Len() > t.fail {
		return errClosing
	}
	return nil
}
