// truth: use-after-release line 46 callee
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

const headSize = 12

type record struct {
	key   string
	value []byte
}

type segment struct {
	buf     stdpool.ByteRef
	offsets []uint32
}

func newSegment() *segment { return &segment{buf: stdpool.Bytes(headSize)} }

func (s *segment) Close() { s.buf.Drop() }

func (s *segment) add(r record) {
	s.offsets = append(s.offsets, uint32(s.buf.Len()))
	var n [4]byte
	binary.BigEndian.PutUint16(n[:2], uint16(len(r.key)))
	binary.BigEndian.PutUint16(n[2:], uint16(len(r.value)))
	s.buf.Append(n[:]...)
	s.buf.WriteString(r.key)
	s.buf.Append(r.value...)
}

func (s *segment) writeTo(w io.Writer, records []record) error {
	head := s.buf.Value()[:headSize]
	copy(head, "SEG1")
	for _, r := range records {
		s.add(r)
	}
	binary.BigEndian.PutUint32(head[4:], uint32(len(s.offsets)))
	sum := crc32.ChecksumIEEE(s.buf.Value()[headSize:])
	binary.BigEndian.PutUint32(s.buf.Value()[8:], sum)
	_, err := w.Write(s.buf.Value())
	return err
}

func count(seg []byte) (uint32, error) {
	if len(seg) < headSize || string(seg[:4]) != "SEG1" {
		return 0, fmt.Errorf("not a segment: %q", seg[:min(4, len(seg))])
	}
	if binary.BigEndian.Uint32(seg[8:]) != crc32.ChecksumIEEE(seg[headSize:]) {
		return 0, fmt.Errorf("bad checksum")
	}
	return binary.BigEndian.Uint32(seg[4:]), nil
}

func main() {
	for _, n := range []int{0, 3, 40} {
		var records []record
		for i := range n {
			records = append(records, record{fmt.Sprint("k", i), bytes.Repeat([]byte{1}, i)})
		}
		s := newSegment()
		var disk bytes.Buffer
		if err := s.writeTo(&disk, records); err != nil {
			fmt.Println(err)
		}
		s.Close()
		fmt.Println(count(disk.Bytes()))
	}
}
