// truth: correct

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

// A Frame owns its header and its payload, which are parts of one block.
type Frame struct {
	Header  stdpool.ByteRef
	Payload stdpool.ByteRef
}

func (f *Frame) Release() {
	f.Header.Release()
	f.Payload.Release()
}

var errTooLong = errors.New("frame is too long")

// readFrame reads a frame. The caller owns it if the error is nil.
func readFrame(r io.Reader) (Frame, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return Frame{}, err
	}
	n := int(binary.BigEndian.Uint16(size[:]))
	m := int(binary.BigEndian.Uint16(size[2:]))
	if n+m > 1<<12 {
		return Frame{}, errTooLong
	}
	block := stdpool.Bytes(n + m)
	defer block.Release()
	if _, err := io.ReadFull(r, block.Value()); err != nil {
		return Frame{}, err
	}
	return Frame{block.Slice(0, n), block.Slice(n, n+m)}, nil
}

func writeFrame(w *bytes.Buffer, header, payload string) {
	var size [4]byte
	binary.BigEndian.PutUint16(size[:], uint16(len(header)))
	binary.BigEndian.PutUint16(size[2:], uint16(len(payload)))
	w.Write(size[:])
	w.WriteString(header)
	w.WriteString(payload)
}

type router struct {
	stores map[string]chan stdpool.ByteRef
	wg     sync.WaitGroup
	mu     sync.Mutex
	log    []string
}

func (r *router) store(name string) {
	in := make(chan stdpool.ByteRef, 4)
	r.stores[name] = in
	r.wg.Go(func() {
		for payload := range in {
			r.mu.Lock()
			r.log = append(r.log, name+":"+string(payload.Value()))
			r.mu.Unlock()
			payload.Release()
		}
	})
}

func (r *router) run(from io.Reader) error {
	for {
		frame, err := readFrame(from)
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if store, ok := r.stores[string(frame.Header.Value())]; ok {
			store <- frame.Payload.Retain()
		}
		frame.Release()
	}
}

func main() {
	var wire bytes.Buffer
	writeFrame(&wire, "a", "first")
	writeFrame(&wire, "b", "second")
	writeFrame(&wire, "nobody", "lost")
	writeFrame(&wire, "a", "third")
	wire.Write([]byte{0, 9, 0, 9, 'x'})
	r := &router{stores: make(map[string]chan stdpool.ByteRef)}
	r.store("a")
	r.store("b")
	err := r.run(&wire)
	for _, s := range r.stores {
		close(s)
	}
	r.wg.Wait()
	fmt.Println(len(r.log), "stored;", err)
}
