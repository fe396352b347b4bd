// truth: wrong-pool line 61 plain

// Control and data packets of an IoT gateway have buffers of different sizes.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

var (
	controlBufs = sync.Pool{New: func() any { return new([16]byte) }}
	smallBufs   = sync.Pool{New: func() any { b := make([]byte, 64); return &b }}
	dataBufs    = sync.Pool{New: func() any { b := make([]byte, 2048); return &b }}
)

var errTooLong = errors.New("payload is too long")

type radio struct {
	frames, bytes int
}

func (r *radio) transmit(p []byte) error {
	if len(p) == 0 {
		return errors.New("empty frame")
	}
	r.frames++
	r.bytes += len(p)
	return nil
}

func (r *radio) ping(device uint32) error {
	b := controlBufs.Get().(*[16]byte)
	defer controlBufs.Put(b)
	binary.BigEndian.PutUint32(b[:], device)
	return r.transmit(b[:4])
}

func (r *radio) status(device uint32, battery byte) error {
	b := smallBufs.Get().(*[]byte)
	defer smallBufs.Put(b)
	binary.BigEndian.PutUint32(*b, device)
	(*b)[4] = battery
	return r.transmit((*b)[:5])
}

func (r *radio) data(device uint32, payload []byte) error {
	b := dataBufs.Get().(*[]byte)
	if len(payload)+4 > len(*b) {
		dataBufs.Put(b)
		return errTooLong
	}
	binary.BigEndian.PutUint32(*b, device)
	n := copy((*b)[4:], payload)
	if err := r.transmit((*b)[:n+4]); err != nil {
		dataBufs.Put(b)
		return fmt.Errorf("device %d: %w", device, err)
	}
	smallBufs.Put(b)
	return nil
}

func main() {
	r := new(radio)
	for i := range uint32(4) {
		err := errors.Join(r.ping(i), r.status(i, byte(90+i)), r.data(i, make([]byte, 700*i)))
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(r.frames, r.bytes)
}
