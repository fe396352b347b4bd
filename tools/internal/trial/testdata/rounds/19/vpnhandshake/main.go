// truth: leak line 45 plain
package main

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type handshake struct {
	index  uint32
	cookie [32]byte
	static []byte
	stamp  uint64
}

func (h *handshake) Reset() { *h = handshake{static: h.static[:0]} }

var handshakes = rcpool.Pool[handshake]{Name: "handshakes"}

var (
	errShort  = errors.New("message too short")
	errCookie = errors.New("wrong cookie")
	errReplay = errors.New("replayed message")
)

type responder struct {
	secret []byte
	seen   map[uint32]uint64
	done   chan rcpool.Ref[handshake]
}

func (r *responder) cookie(index uint32) [32]byte {
	return sha256.Sum256(binary.BigEndian.AppendUint32(r.secret[:len(r.secret):len(r.secret)], index))
}

// initiation hands a valid handshake to the one who derives the keys.
func (r *responder) initiation(msg []byte) error {
	if len(msg) < 44 {
		return errShort
	}
	h := handshakes.Get()
	v := h.Value()
	v.index = binary.BigEndian.Uint32(msg)
	v.stamp = binary.BigEndian.Uint64(msg[4:])
	copy(v.cookie[:], msg[12:44])
	if v.cookie != r.cookie(v.index) {
		h.Release()
		return errCookie
	}
	if last, ok := r.seen[v.index]; ok && v.stamp <= last {
		return fmt.Errorf("%w: peer %d, %d", errReplay, v.index, v.stamp)
	}
	v.static = append(v.static, msg[44:]...)
	r.seen[v.index] = v.stamp
	r.done <- h
	return nil
}

func (r *responder) message(index uint32, stamp uint64, static string) []byte {
	b := binary.BigEndian.AppendUint32(nil, index)
	b = binary.BigEndian.AppendUint64(b, stamp)
	c := r.cookie(index)
	return append(append(b, c[:]...), static...)
}

func main() {
	r := &responder{secret: []byte("s3cret"), seen: map[uint32]uint64{}, done: make(chan rcpool.Ref[handshake])}
	keys := make(chan int)
	go func() {
		n := 0
		for h := range r.done {
			n += len(h.Value().static)
			h.Release()
		}
		keys <- n
	}()
	fmt.Println(r.initiation([]byte("hi")))
	fmt.Println(r.initiation(make([]byte, 50)))
	fmt.Println(r.initiation(r.message(1, 10, "public key")))
	fmt.Println(r.initiation(r.message(1, 10, "public key")))
	close(r.done)
	fmt.Println(<-keys)
}
