// truth: leak line 65 plain

// Command segarchive copies closed log segments to an archive.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/rcpool/rcpool"
)

type Segment struct {
	Base  uint64
	Sum   uint32
	Bytes bytes.Buffer
}

func (s *Segment) Reset() {
	s.Base, s.Sum = 0, 0
	s.Bytes.Reset()
}

var segments = rcpool.Pool[Segment]{
	Name: "segments",
	Keep: func(s *Segment) bool { return s.Bytes.Cap() <= 1<<20 },
}

var (
	errEmpty    = errors.New("empty segment")
	errChecksum = errors.New("checksum mismatch")
)

type source interface {
	Open(base uint64) (io.Reader, uint32, error)
}

type memSource map[uint64]struct {
	data string
	sum  uint32
}

func (m memSource) Open(base uint64) (io.Reader, uint32, error) {
	s, ok := m[base]
	if !ok {
		return nil, 0, fmt.Errorf("segment %d: not found", base)
	}
	return bytes.NewBufferString(s.data), s.sum, nil
}

type archiver struct {
	src  source
	out  map[uint64][]byte
	meta []string
}

func (a *archiver) fetch(base uint64) (rcpool.Ref[Segment], error) {
	r, want, err := a.src.Open(base)
	if err != nil {
		return rcpool.Ref[Segment]{}, err
	}
	ref := segments.Get()
	s := ref.Value()
	s.Base, s.Sum = base, want
	n, err := s.Bytes.ReadFrom(r)
	if err != nil {
		ref.Release()
		return rcpool.Ref[Segment]{}, err
	}
	if n == 0 {
		return rcpool.Ref[Segment]{}, fmt.Errorf("segment %d: %w", base, errEmpty)
	}
	if got := crc32.ChecksumIEEE(s.Bytes.Bytes()); got != want {
		ref.Release()
		return rcpool.Ref[Segment]{}, fmt.Errorf("segment %d: %w", base, errChecksum)
	}
	return ref, nil
}

func (a *archiver) store(s *Segment) {
	a.out[s.Base] = bytes.Clone(s.Bytes.Bytes())
	a.meta = append(a.meta, fmt.Sprintf("%d:%08x", s.Base, s.Sum))
}

func (a *archiver) run(bases ...uint64) error {
	var errs []error
	for _, base := range bases {
		ref, err := a.fetch(base)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		a.store(ref.Value())
		ref.Release()
	}
	return errors.Join(errs...)
}

func main() {
	sum := func(s string) uint32 { return crc32.ChecksumIEEE([]byte(s)) }
	a := &archiver{out: map[uint64][]byte{}, src: memSource{
		0:   {"first", sum("first")},
		100: {"second", 1},
		200: {"", 0},
		300: {"last", sum("last")},
	}}
	fmt.Println(a.run(0, 100, 200, 300, 400))
	fmt.Println(a.meta)
	check()
}
