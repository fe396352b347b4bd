// truth: escape line 17,42 callee
package main

import (
	"fmt"

	"google.golang.org/grpc/mem"
)

// A window remembers the last message of a stream, for a replay.
type window struct {
	last  mem.Buffer
	count int
}

func (w *window) remember(b mem.Buffer) {
	w.last = b
	w.count++
}

func (w *window) replay(send func([]byte)) {
	if w.last != nil {
		send(w.last.ReadOnlyData())
	}
}

type relay struct {
	pool mem.BufferPool
	win  window
	out  int
}

func (r *relay) write(b []byte) { r.out += len(b) }

func (r *relay) handle(payload []byte) error {
	msg := mem.Copy(payload, r.pool)
	defer msg.Free()
	if msg.Len() == 0 {
		return fmt.Errorf("message %d is empty", r.win.count)
	}
	r.write(msg.ReadOnlyData())
	r.win.remember(msg)
	return nil
}

func main() {
	r := &relay{pool: mem.DefaultBufferPool()}
	for i := range 4 {
		if err := r.handle(make([]byte, i*1500)); err != nil {
			fmt.Println(err)
		}
	}
	defer func() {
		if v := recover(); v != nil {
			fmt.Println("recovered:", v)
		}
		fmt.Println("relayed", r.out)
	}()
	r.win.replay(r.write)
}
