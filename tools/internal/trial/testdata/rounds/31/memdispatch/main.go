// truth: use-after-release line 61 callee

// Command memdispatch routes messages of a stream to handlers by method.
package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

type handler func(payload []byte) error

type counters struct {
	messages int
	bytes    int
	failed   int
}

type dispatcher struct {
	handlers map[byte]handler
	stats    counters
}

var errUnknown = errors.New("unknown method")

// serve runs the handler of a message, and frees the message.
func (d *dispatcher) serve(method byte, msg mem.Buffer) error {
	defer msg.Free()
	h, ok := d.handlers[method]
	if !ok {
		return fmt.Errorf("%w %q", errUnknown, method)
	}
	return h(msg.ReadOnlyData())
}

// peek returns the method of a message, which it borrows.
func peek(msg mem.Buffer) (byte, bool) {
	if msg.Len() == 0 {
		return 0, false
	}
	return msg.ReadOnlyData()[0], true
}

// run consumes the messages.
func (d *dispatcher) run(msgs []mem.Buffer) {
	for _, msg := range msgs {
		method, ok := peek(msg)
		if !ok {
			msg.Free()
			continue
		}
		err := d.serve(method, msg)
		d.stats.messages++
		if err != nil {
			d.stats.failed++
			continue
		}
		d.stats.bytes += len(msg.ReadOnlyData())
	}
}

func messages(pool mem.BufferPool, bodies ...string) []mem.Buffer {
	var out []mem.Buffer
	for _, b := range bodies {
		out = append(out, mem.Copy(bytes.Repeat([]byte(b), 1200), pool))
	}
	return out
}

func main() {
	sum := 0
	d := &dispatcher{handlers: map[byte]handler{
		's': func(p []byte) error { sum += len(p); return nil },
		'e': func(p []byte) error { return errors.New("handler failed") },
	}}
	d.run(messages(mem.DefaultBufferPool(), "store", "erase", "x", "sync", ""))
	fmt.Println(sum, d.stats)
}
