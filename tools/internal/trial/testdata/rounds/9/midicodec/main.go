// truth: double-release line 60,64 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

type encoder struct {
	out     []byte
	running byte
	err     error
}

var encoders = sync.Pool{New: func() any { return &encoder{out: make([]byte, 0, 128)} }}

func newEncoder() *encoder {
	e := encoders.Get().(*encoder)
	e.out, e.running, e.err = e.out[:0], 0, nil
	return e
}

func (e *encoder) note(status, key, velocity byte) {
	if e.err != nil {
		return
	}
	if key > 127 || velocity > 127 {
		e.err = fmt.Errorf("note %d: data byte too large", key)
		return
	}
	if status != e.running {
		e.out = append(e.out, status)
		e.running = status
	}
	e.out = append(e.out, key, velocity)
}

// finish writes the track and returns the encoder to the pool.
func (e *encoder) finish(w io.Writer) (int, error) {
	n, err := len(e.out), e.err
	if err == nil {
		_, err = w.Write(e.out)
	}
	e.free()
	return n, err
}

func (e *encoder) free() { encoders.Put(e) }

type event struct{ status, key, velocity byte }

func encodeTrack(w io.Writer, events []event) (int, error) {
	if len(events) == 0 {
		return 0, errors.New("empty track")
	}
	e := newEncoder()
	defer e.free()
	for _, ev := range events {
		e.note(ev.status, ev.key, ev.velocity)
	}
	return e.finish(w)
}

func main() {
	var buf bytes.Buffer
	for i := range 4 {
		n, err := encodeTrack(&buf, []event{{0x90, 60, 100}, {0x90, byte(64 + 30*i), 90}})
		fmt.Println(n, err)
	}
	_, err := encodeTrack(&buf, nil)
	fmt.Println(err)
	same := 0
	for range 20 {
		encodeTrack(io.Discard, []event{{0x80, 1, 1}})
		a, b := newEncoder(), newEncoder()
		if a == b {
			same++
			a.free()
			continue
		}
		a.free()
		b.free()
	}
	fmt.Println("one encoder for two:", same > 0)
}
