// truth: wrong-pool line 47 plain

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

const (
	headerSize = 8
	blockSize  = 4096
)

var (
	headers = sync.Pool{New: func() any { return newSlice(headerSize) }}
	blocks  = sync.Pool{New: func() any { return newSlice(blockSize) }}
)

func newSlice(n int) *[]byte {
	b := make([]byte, n)
	return &b
}

var errChecksum = errors.New("wrong checksum")

func readBlock(r io.Reader, w io.Writer) error {
	header := headers.Get().(*[]byte)
	defer headers.Put(header)
	if _, err := io.ReadFull(r, *header); err != nil {
		return err
	}
	n := int(binary.BigEndian.Uint32(*header))
	sum := binary.BigEndian.Uint32((*header)[4:])

	block := blocks.Get().(*[]byte)
	if _, err := io.ReadFull(r, (*block)[:n]); err != nil {
		blocks.Put(block)
		return fmt.Errorf("block: %w", err)
	}
	if crc32.ChecksumIEEE((*block)[:n]) != sum {
		headers.Put(block)
		return errChecksum
	}
	_, err := w.Write((*block)[:n])
	blocks.Put(block)
	return err
}

func writeBlock(w *bytes.Buffer, data []byte, sum uint32) {
	header := headers.Get().(*[]byte)
	defer headers.Put(header)
	binary.BigEndian.PutUint32(*header, uint32(len(data)))
	binary.BigEndian.PutUint32((*header)[4:], sum)
	w.Write(*header)
	w.Write(data)
}

func main() {
	data := bytes.Repeat([]byte("block "), 100)
	good := crc32.ChecksumIEEE(data)
	failed := 0
	for i := range 20 {
		var wire, out bytes.Buffer
		sum := good
		if i%4 == 3 {
			sum++
		}
		writeBlock(&wire, data, sum)
		if wire.Len() != headerSize+len(data) {
			panic(fmt.Sprintf("a header of %d bytes", wire.Len()-len(data)))
		}
		if err := readBlock(&wire, &out); err != nil {
			failed++
		}
	}
	fmt.Println(failed, "of 20 are corrupt")
}
