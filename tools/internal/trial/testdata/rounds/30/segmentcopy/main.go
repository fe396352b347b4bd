// truth: wrong-pool line 46 plain

// Command segmentcopy compacts segments of a log store: small records go
// through small blocks, large ones through large blocks.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

const smallSize, largeSize = 512, 16 << 10

type block struct{ data []byte }

var (
	smallBlocks = sync.Pool{New: func() any { return &block{make([]byte, smallSize)} }}
	largeBlocks = sync.Pool{New: func() any { return &block{make([]byte, largeSize)} }}
)

var errRecord = errors.New("record is larger than a block")

type segment struct {
	src  io.Reader
	dst  io.Writer
	kept int
	live func(key []byte) bool
}

func (s *segment) copySmall(n int) error {
	b := smallBlocks.Get().(*block)
	defer smallBlocks.Put(b)
	return s.move(b.data[:n])
}

func (s *segment) copyLarge(n int) error {
	if n > largeSize {
		return errRecord
	}
	b := largeBlocks.Get().(*block)
	err := s.move(b.data[:n])
	smallBlocks.Put(b)
	return err
}

// move copies one record if its key is live.
func (s *segment) move(record []byte) error {
	if _, err := io.ReadFull(s.src, record); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	key, _, _ := bytes.Cut(record, []byte("="))
	if !s.live(key) {
		return nil
	}
	s.kept++
	if err := binary.Write(s.dst, binary.BigEndian, uint32(len(record))); err != nil {
		return err
	}
	_, err := s.dst.Write(record)
	return err
}

func (s *segment) compact() error {
	for {
		var n uint32
		switch err := binary.Read(s.src, binary.BigEndian, &n); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		run := s.copyLarge
		if n <= smallSize {
			run = s.copySmall
		}
		if err := run(int(n)); err != nil {
			return err
		}
	}
}

func main() {
	var old, compacted bytes.Buffer
	for i := range 12 {
		record := append(fmt.Appendf(nil, "k%d=", i), bytes.Repeat([]byte("v"), 200*i)...)
		binary.Write(&old, binary.BigEndian, uint32(len(record)))
		old.Write(record)
	}
	s := &segment{src: &old, dst: &compacted, live: func(key []byte) bool { return key[1]%2 == 0 }}
	fmt.Println(s.compact(), s.kept, compacted.Len())
}
