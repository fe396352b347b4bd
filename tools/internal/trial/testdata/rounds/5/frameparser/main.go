// truth: leak line 39 plain
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Frame struct {
	Stream  uint32
	Flags   byte
	Payload [128]byte
	N       int
}

var frames = rcpool.Pool[Frame]{Name: "frames"}

var (
	errShort   = errors.New("short frame")
	errTooLong = errors.New("frame too long")
	errStream  = errors.New("stream zero")
)

type stats struct{ good, bad int }

// parse returns the frame at the start of data, and what follows it.
func parse(data []byte) (rcpool.Ref[Frame], []byte, error) {
	if len(data) < 6 {
		return rcpool.Ref[Frame]{}, nil, errShort
	}
	size := int(data[0])
	rest := data[6:]
	if size > len(rest) {
		return rcpool.Ref[Frame]{}, nil, errShort
	}
	f := frames.Get()
	v := f.Value()
	v.Flags = data[1]
	v.Stream = binary.BigEndian.Uint32(data[2:])
	switch {
	case size > len(v.Payload):
		f.Release()
		return rcpool.Ref[Frame]{}, nil, errTooLong
	case v.Stream == 0 && v.Flags&1 == 0:
		return rcpool.Ref[Frame]{}, nil, errStream
	}
	v.N = copy(v.Payload[:], rest[:size])
	return f, rest[size:], nil
}

func (s *stats) consume(data []byte) {
	for len(data) > 0 {
		f, rest, err := parse(data)
		if err != nil {
			s.bad++
			return
		}
		s.good += f.Value().N
		f.Release()
		data = rest
	}
}

func main() {
	var s stats
	s.consume([]byte{2, 0, 0, 0, 0, 1, 'a', 'b', 1, 1, 0, 0, 0, 0, 'c'})
	s.consume([]byte{1, 0, 0, 0, 0, 0, 'x'})
	s.consume([]byte{9, 0, 0, 0, 0, 2})
	fmt.Println(s.good, s.bad, frames.Stats().InUse)
}
