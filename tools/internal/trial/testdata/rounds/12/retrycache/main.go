// truth: correct

package main

import (
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

// A buffer of messages that a client may have to send again.

type attemptBuffer struct {
	pool    mem.BufferPool
	msgs    []mem.Buffer
	bytes   int
	limit   int
	commits int
}

var errTransport = errors.New("transport is closing")

func (a *attemptBuffer) add(payload []byte) bool {
	if a.bytes+len(payload) > a.limit {
		a.commit()
		return false
	}
	a.msgs = append(a.msgs, mem.Copy(payload, a.pool))
	a.bytes += len(payload)
	return true
}

func (a *attemptBuffer) commit() {
	for i, m := range a.msgs {
		m.Free()
		a.msgs[i] = nil
	}
	a.msgs = a.msgs[:0]
	a.bytes = 0
	a.commits++
}

type transport struct {
	fail  int
	queue []mem.Buffer
	sent  int
}

// write takes the buffer over, even if it fails.
func (t *transport) write(b mem.Buffer) error {
	if t.fail > 0 {
		t.fail--
		b.Free()
		return errTransport
	}
	t.queue = append(t.queue, b)
	return nil
}

func (t *transport) flush() {
	for _, b := range t.queue {
		t.sent += b.Len()
		b.Free()
	}
	t.queue = t.queue[:0]
}

func (a *attemptBuffer) replay(t *transport) error {
	for i, m := range a.msgs {
		m.Ref()
		if err := t.write(m); err != nil {
			return fmt.Errorf("message %d: %w", i, err)
		}
	}
	return nil
}

func send(a *attemptBuffer, t *transport, tries int) error {
	var err error
	for range tries {
		if err = a.replay(t); err == nil {
			t.flush()
			a.commit()
			return nil
		}
		t.flush()
	}
	a.commit()
	return err
}

func main() {
	pool := mem.NewTieredBufferPool(2048, 8192)
	a := &attemptBuffer{pool: pool, limit: 10000}
	t := &transport{fail: 2}
	for round := range 3 {
		full := 0
		for i := range 4 {
			if !a.add(make([]byte, 1500*(round+1)+i)) {
				full++
			}
		}
		fmt.Println(round, full, send(a, t, 3), t.sent)
	}
	t.fail = 5
	a.add(make([]byte, 3000))
	fmt.Println(send(a, t, 2), len(a.msgs), len(t.queue), a.commits)
}
