// truth: use-after-release line 38 plain
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

var errShort = errors.New("short message")

type server struct {
	values map[string][]byte
	bytes  int
}

// set stores a message of the form: length of the key, key, value.
func (s *server) set(msg mem.BufferSlice) error {
	buf := msg.MaterializeToBuffer(pool)
	data := buf.ReadOnlyData()
	if len(data) < 2 {
		buf.Free()
		return errShort
	}
	n := int(binary.BigEndian.Uint16(data))
	if len(data) < 2+n {
		buf.Free()
		return errShort
	}
	key := string(data[2 : 2+n])
	s.values[key] = bytes.Clone(data[2+n:])
	buf.Free()
	s.bytes += buf.Len()
	return nil
}

func message(key string, value []byte) mem.BufferSlice {
	head := binary.BigEndian.AppendUint16(nil, uint16(len(key)))
	return mem.BufferSlice{
		mem.SliceBuffer(append(head, key...)),
		mem.Copy(value, pool),
	}
}

func (s *server) handle(key string, value []byte) {
	msg := message(key, value)
	defer msg.Free()
	if err := s.set(msg); err != nil {
		fmt.Println(err)
	}
}

func main() {
	s := &server{values: map[string][]byte{}}
	s.handle("small", []byte("v"))
	s.handle("large", bytes.Repeat([]byte("v"), 5000))
	fmt.Println(len(s.values), s.bytes)
}
