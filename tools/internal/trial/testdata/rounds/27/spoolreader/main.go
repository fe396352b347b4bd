// truth: double-release line 71 callee

// Spoolreader reads the segments of a disk queue. A segment reader borrows its
// buffer from a pool for as long as it is open.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 4096) }}

var errChecksum = errors.New("checksum mismatch")

type segment struct {
	name string
	in   *bufio.Reader
	read int
}

func openSegment(name string, r io.Reader) *segment {
	in := readers.Get().(*bufio.Reader)
	in.Reset(r)
	return &segment{name: name, in: in}
}

func (s *segment) next() ([]byte, error) {
	var head [8]byte
	if _, err := io.ReadFull(s.in, head[:]); err != nil {
		return nil, err
	}
	record := make([]byte, binary.BigEndian.Uint32(head[:4]))
	if _, err := io.ReadFull(s.in, record); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(record) != binary.BigEndian.Uint32(head[4:]) {
		return nil, errChecksum
	}
	s.read++
	return record, nil
}

func (s *segment) Close() error {
	readers.Put(s.in)
	return nil
}

type queue struct {
	quarantined []string
	delivered   []string
}

// drain delivers the records of a segment. A damaged segment is set aside.
func (q *queue) drain(name string, r io.Reader) error {
	seg := openSegment(name, r)
	defer seg.Close()
	for {
		record, err := seg.next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errChecksum):
			q.quarantined = append(q.quarantined, name)
			if err := seg.Close(); err != nil {
				return err
			}
			return fmt.Errorf("segment %s, record %d: %w", name, seg.read, err)
		case err != nil:
			return err
		}
		q.delivered = append(q.delivered, string(record))
	}
}

func encode(w *bytes.Buffer, record string) {
	var head [8]byte
	binary.BigEndian.PutUint32(head[:4], uint32(len(record)))
	binary.BigEndian.PutUint32(head[4:], crc32.ChecksumIEEE([]byte(record)))
	w.Write(head[:])
	w.WriteString(record)
}

func main() {
	q := &queue{}
	for i := range 3 {
		var file bytes.Buffer
		for j := range 3 {
			encode(&file, fmt.Sprintf("event %d.%d", i, j))
		}
		data := file.Bytes()
		if i == 1 {
			data[len(data)-1] ^= 1
		}
		fmt.Println(q.drain(fmt.Sprintf("%03d.seg", i), bytes.NewReader(data)))
	}
	fmt.Println(len(q.delivered), q.quarantined)
}
