// truth: unclosed line 28,38 plain

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type gauge struct {
	id    uint32
	value uint64
}

const maxPayload = 1 << 16

// pack compresses a batch into a buffer that belongs to the caller.
func pack(batch []gauge) (rcpool.Ref[bytes.Buffer], error) {
	out := stdpool.Buffer()
	defer rcpool.Drop(&out)
	gz := stdpool.GzipWriter(out.Value(), gzip.BestSpeed)
	defer gz.Release()
	gz.Value().Stream.Name = "gauges"
	var row [12]byte
	for _, g := range batch {
		binary.BigEndian.PutUint32(row[:4], g.id)
		binary.BigEndian.PutUint64(row[4:], g.value)
		if _, err := gz.Value().Write(row[:]); err != nil {
			return rcpool.Ref[bytes.Buffer]{}, fmt.Errorf("pack: %w", err)
		}
	}
	if err := gz.Value().Flush(); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, fmt.Errorf("pack: %w", err)
	}
	if n := out.Value().Len(); n > maxPayload {
		return rcpool.Ref[bytes.Buffer]{}, fmt.Errorf("payload of %d bytes", n)
	}
	return rcpool.Move(&out), nil
}

type collector struct{ rows int }

func (c *collector) post(body io.Reader) error {
	zr, err := stdpool.GzipReader(body)
	if err != nil {
		return err
	}
	defer zr.Release()
	n, err := io.Copy(io.Discard, zr.Value())
	c.rows += int(n) / 12
	return err
}

func main() {
	c := &collector{}
	for i := range 3 {
		batch := make([]gauge, 100*(i+1))
		for j := range batch {
			batch[j] = gauge{uint32(j), uint64(i * j)}
		}
		body, err := pack(batch)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if err := c.post(body.Value()); err != nil {
			fmt.Println("post:", err)
		}
		body.Release()
	}
	fmt.Println(c.rows)
}
