// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// A chunk is a compressed part of a log, which is shipped when it is full.
type chunk struct {
	out   rcpool.Ref[bytes.Buffer]
	gz    rcpool.Ref[stdpool.Writer[*gzip.Writer]]
	lines int
}

func newChunk() *chunk {
	c := &chunk{out: stdpool.Buffer()}
	c.gz = stdpool.GzipWriter(c.out.Value(), gzip.BestSpeed)
	return c
}

func (c *chunk) add(line string) error {
	c.lines++
	_, err := io.WriteString(c.gz.Value(), line+"\n")
	return err
}

// seal completes the stream, and returns the buffer with it.
func (c *chunk) seal() (rcpool.Ref[bytes.Buffer], error) {
	err := c.gz.Value().Close()
	rcpool.Drop(&c.gz)
	if err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return rcpool.Move(&c.out), nil
}

func (c *chunk) discard() {
	rcpool.Drop(&c.gz)
	rcpool.Drop(&c.out)
}

type shipper struct {
	cur   *chunk
	max   int
	queue []rcpool.Ref[bytes.Buffer]
}

func (s *shipper) log(line string) error {
	if s.cur == nil {
		s.cur = newChunk()
	}
	if err := s.cur.add(line); err != nil {
		return err
	}
	if s.cur.lines >= s.max {
		return s.rotate()
	}
	return nil
}

func (s *shipper) rotate() error {
	c := s.cur
	s.cur = nil
	if c == nil {
		return nil
	}
	defer c.discard()
	buf, err := c.seal()
	if err != nil {
		return err
	}
	s.queue = append(s.queue, buf)
	return nil
}

func (s *shipper) close(ship func([]byte) error) (err error) {
	err = s.rotate()
	for _, b := range s.queue {
		err = errors.Join(err, ship(b.Value().Bytes()))
		b.Release()
	}
	s.queue = nil
	return err
}

func main() {
	s := &shipper{max: 4}
	for i := range 10 {
		if err := s.log(fmt.Sprintf("GET /%d 200", i)); err != nil {
			fmt.Println(err)
		}
	}
	err := s.close(func(p []byte) error {
		zr, err := stdpool.GzipReader(bytes.NewReader(p))
		if err != nil {
			return err
		}
		defer zr.Release()
		text, err := io.ReadAll(zr.Value())
		fmt.Println(bytes.Count(text, []byte("\n")), "lines")
		return err
	})
	fmt.Println(err)
}
