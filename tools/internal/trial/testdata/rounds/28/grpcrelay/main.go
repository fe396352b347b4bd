// truth: double-release line 70 plain

// Command grpcrelay relays the messages of a stream to a backend and reports
// their digest. Messages over the limit are rejected with a status.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

type status struct {
	code int
	text string
}

func (s *status) Error() string { return fmt.Sprintf("code %d: %s", s.code, s.text) }

type source interface {
	// Recv returns a message that the caller frees, or io.EOF.
	Recv() (mem.BufferSlice, error)
}

type backend interface {
	// Forward borrows the message.
	Forward(b mem.Buffer) error
}

type Relay struct {
	pool    mem.BufferPool
	max     int
	to      backend
	digest  [sha256.Size]byte
	relayed int
}

func (r *Relay) Run(from source) error {
	for {
		msg, err := from.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &status{14, err.Error()}
		}
		if err := r.one(msg); err != nil {
			return err
		}
	}
}

// one frees msg.
func (r *Relay) one(msg mem.BufferSlice) error {
	defer msg.Free()
	if n := msg.Len(); n > r.max {
		return &status{8, fmt.Sprint("message of ", n, " bytes")}
	}
	flat := mem.Copy(msg.Materialize(), r.pool)
	defer flat.Free()
	sum := sha256.Sum256(flat.ReadOnlyData())
	if sum == r.digest {
		return nil // sent again by a client that lost the answer
	}
	if err := r.to.Forward(flat); err != nil {
		flat.Free()
		return &status{13, err.Error()}
	}
	r.digest = sum
	r.relayed++
	return nil
}

type memSource struct {
	pool mem.BufferPool
	msgs [][]byte
}

func (s *memSource) Recv() (mem.BufferSlice, error) {
	if len(s.msgs) == 0 {
		return nil, io.EOF
	}
	next := s.msgs[0]
	s.msgs = s.msgs[1:]
	if next == nil {
		return nil, errors.New("stream was cut")
	}
	return mem.ReadAll(bytes.NewReader(next), s.pool)
}

type sizes struct {
	seen  []int
	limit int
}

func (s *sizes) Forward(b mem.Buffer) error {
	if len(s.seen) == s.limit {
		return errors.New("backend is full")
	}
	s.seen = append(s.seen, b.Len())
	return nil
}

func main() {
	pool := mem.DefaultBufferPool()
	big := bytes.Repeat([]byte("0123456789"), 400)
	for _, msgs := range [][][]byte{
		{[]byte("small"), big, big, []byte("end")},
		{big, nil},
		{append(big, big...), big},
		{[]byte("a"), []byte("b"), []byte("c"), big, []byte("d")},
	} {
		to := &sizes{limit: 3}
		r := &Relay{pool: pool, max: 5000, to: to}
		err := r.Run(&memSource{pool, msgs})
		fmt.Println(to.seen, r.relayed, err)
	}
}
