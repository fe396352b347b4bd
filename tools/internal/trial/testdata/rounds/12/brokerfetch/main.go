// truth: leak line 44 plain

package main

import (
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/rcpool/rcpool"
)

type Batch struct {
	Partition int32
	Base      int64
	Records   []byte
}

func (b *Batch) Reset() { *b = Batch{Records: b.Records[:0]} }

var batches = rcpool.Pool[Batch]{Name: "batches"}

var errCRC = errors.New("crc mismatch")

type segment struct {
	data []byte
	sum  uint32
}

type log struct {
	partition int32
	segments  []segment
	served    int
}

func (l *log) append(data string) {
	l.segments = append(l.segments, segment{[]byte(data), crc32.ChecksumIEEE([]byte(data))})
}

func (l *log) fetch(offset, maxBytes int) (rcpool.Ref[Batch], error) {
	if offset < 0 || offset >= len(l.segments) {
		return rcpool.Ref[Batch]{}, fmt.Errorf("offset %d out of range", offset)
	}
	ref := batches.Get()
	b := ref.Value()
	b.Partition, b.Base = l.partition, int64(offset)
	for i, seg := range l.segments[offset:] {
		if i > 0 && len(b.Records)+len(seg.data) > maxBytes {
			break
		}
		if crc32.ChecksumIEEE(seg.data) != seg.sum {
			return rcpool.Ref[Batch]{}, fmt.Errorf("segment %d: %w", offset+i, errCRC)
		}
		b.Records = append(b.Records, seg.data...)
	}
	l.served++
	return ref, nil
}

func main() {
	l := &log{partition: 3}
	for i := range 6 {
		l.append(fmt.Sprintf("record-%d;", i))
	}
	l.segments[4].data[0] = 'X'
	total := 0
	for offset := range 8 {
		ref, err := l.fetch(offset, 20)
		if err != nil {
			fmt.Println(err)
			continue
		}
		total += len(ref.Value().Records)
		ref.Release()
	}
	fmt.Println(total, l.served)
}
