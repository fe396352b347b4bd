// truth: leak line 40 plain

// Command walreader replays a write-ahead log into a table.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/rcpool/rcpool"
)

type record struct {
	LSN     uint64
	Payload []byte
}

func (r *record) Reset() {
	r.LSN = 0
	r.Payload = r.Payload[:0]
}

var records = rcpool.Pool[record]{Name: "wal records"}

var errCorrupt = errors.New("wal: checksum mismatch")

type reader struct {
	src io.Reader
	hdr [16]byte
}

func (rd *reader) next() (rcpool.Ref[record], error) {
	if _, err := io.ReadFull(rd.src, rd.hdr[:]); err != nil {
		return rcpool.Ref[record]{}, err
	}
	rec := records.Get()
	v := rec.Value()
	v.LSN = binary.BigEndian.Uint64(rd.hdr[:])
	n := int(binary.BigEndian.Uint32(rd.hdr[8:]))
	sum := binary.BigEndian.Uint32(rd.hdr[12:])
	if cap(v.Payload) < n {
		v.Payload = make([]byte, n)
	}
	v.Payload = v.Payload[:n]
	if _, err := io.ReadFull(rd.src, v.Payload); err != nil {
		rec.Release()
		return rcpool.Ref[record]{}, err
	}
	if crc32.ChecksumIEEE(v.Payload) != sum {
		return rcpool.Ref[record]{}, fmt.Errorf("lsn %d: %w", v.LSN, errCorrupt)
	}
	return rec, nil
}

func replay(src io.Reader, apply func(lsn uint64, payload []byte)) (int, error) {
	rd := &reader{src: src}
	for n := 0; ; n++ {
		rec, err := rd.next()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		apply(rec.Value().LSN, rec.Value().Payload)
		rec.Release()
	}
}

func appendRecord(b *bytes.Buffer, lsn uint64, payload string, flip uint32) {
	var hdr [16]byte
	binary.BigEndian.PutUint64(hdr[:], lsn)
	binary.BigEndian.PutUint32(hdr[8:], uint32(len(payload)))
	binary.BigEndian.PutUint32(hdr[12:], crc32.ChecksumIEEE([]byte(payload))^flip)
	b.Write(hdr[:])
	b.WriteString(payload)
}

func main() {
	var log bytes.Buffer
	appendRecord(&log, 1, "insert a", 0)
	appendRecord(&log, 2, "insert b", 0)
	appendRecord(&log, 3, "delete a", 1)
	table := map[uint64]string{}
	n, err := replay(&log, func(lsn uint64, p []byte) { table[lsn] = string(p) })
	fmt.Println(n, err, table)
}
