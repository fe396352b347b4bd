// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type sink interface {
	Ship(block rcpool.Ref[bytes.Buffer]) error // takes the block over
}

type countingSink struct {
	blocks, raw int
	refuse      int
}

func (s *countingSink) Ship(block rcpool.Ref[bytes.Buffer]) error {
	defer block.Release()
	if s.blocks++; s.blocks == s.refuse {
		return fmt.Errorf("block %d refused", s.blocks)
	}
	zr, err := stdpool.GzipReader(block.Value())
	if err != nil {
		return err
	}
	defer zr.Release()
	n, err := io.Copy(io.Discard, zr.Value())
	s.raw += int(n)
	return err
}

type shipper struct {
	sink  sink
	buf   rcpool.Ref[bytes.Buffer]
	limit int
}

func newShipper(s sink, limit int) *shipper {
	return &shipper{sink: s, buf: stdpool.Buffer(), limit: limit}
}

func (s *shipper) Write(p []byte) (int, error) {
	b := s.buf.Value()
	b.Write(p)
	if b.Len() < s.limit {
		return len(p), nil
	}
	full := s.buf
	s.buf = stdpool.Buffer()
	return len(p), s.ship(full)
}

// ship takes raw over.
func (s *shipper) ship(raw rcpool.Ref[bytes.Buffer]) error {
	defer raw.Release()
	if raw.Value().Len() == 0 {
		return nil
	}
	block, err := compress(raw.Value().Bytes())
	if err != nil {
		return err
	}
	return s.sink.Ship(block)
}

func (s *shipper) Close() error { return s.ship(rcpool.Move(&s.buf)) }

func compress(p []byte) (rcpool.Ref[bytes.Buffer], error) {
	out := stdpool.Buffer()
	defer rcpool.Drop(&out)
	zw := stdpool.GzipWriter(out.Value(), gzip.BestSpeed)
	defer zw.Release()
	if _, err := zw.Value().Write(p); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	if err := zw.Value().Close(); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return rcpool.Move(&out), nil
}

func main() {
	k := &countingSink{refuse: 2}
	s := newShipper(k, 512)
	for i := range 100 {
		if _, err := fmt.Fprintf(s, "level=info n=%03d msg=served\n", i); err != nil {
			fmt.Println(err)
		}
	}
	if err := s.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(k.blocks, k.raw)
}
