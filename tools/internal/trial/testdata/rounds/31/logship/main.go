// truth: correct

// Command logship compresses batches of log lines and ships them in chunks.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errOversize = errors.New("batch is too large")

// A chunk is a compressed batch, ready to be sent.
type chunk struct {
	seq   int
	lines int
	body  rcpool.Ref[bytes.Buffer]
}

func (c *chunk) free() { rcpool.Drop(&c.body) }

// compress returns a chunk that the caller must free.
func compress(seq int, lines []string, limit int) (c chunk, err error) {
	body := stdpool.Buffer()
	defer rcpool.Drop(&body)

	gz := stdpool.GzipWriter(body.Value(), gzip.BestSpeed)
	defer gz.Release()
	out := stdpool.BufioWriter(gz.Value())
	defer out.Release()

	for _, l := range lines {
		if _, err := out.Value().WriteString(l); err != nil {
			return chunk{}, err
		}
		if err := out.Value().WriteByte('\n'); err != nil {
			return chunk{}, err
		}
	}
	if err := out.Value().Flush(); err != nil {
		return chunk{}, err
	}
	if err := gz.Value().Close(); err != nil {
		return chunk{}, err
	}
	if body.Value().Len() > limit {
		return chunk{}, errOversize
	}
	return chunk{seq: seq, lines: len(lines), body: rcpool.Move(&body)}, nil
}

type sink interface {
	send(seq int, body []byte) error
}

type shipper struct {
	sink    sink
	limit   int
	seq     int
	pending []string
	unsent  []chunk
}

func (s *shipper) add(line string) error {
	s.pending = append(s.pending, line)
	if len(s.pending) < 8 {
		return nil
	}
	return s.flush()
}

func (s *shipper) flush() error {
	if len(s.pending) > 0 {
		c, err := compress(s.seq, s.pending, s.limit)
		s.pending = s.pending[:0]
		if err != nil {
			return fmt.Errorf("chunk %d: %w", s.seq, err)
		}
		s.seq++
		s.unsent = append(s.unsent, c)
	}
	for len(s.unsent) > 0 {
		c := &s.unsent[0]
		if err := s.sink.send(c.seq, c.body.Value().Bytes()); err != nil {
			return err // stays in unsent for the next flush
		}
		c.free()
		s.unsent = s.unsent[1:]
	}
	return nil
}

func (s *shipper) close() (lost int) {
	for i := range s.unsent {
		lost += s.unsent[i].lines
		s.unsent[i].free()
	}
	s.unsent = nil
	return lost
}

// flaky is a sink that fails every third call.
type flaky struct{ calls, lines int }

func (f *flaky) send(seq int, body []byte) error {
	f.calls++
	if f.calls%3 == 0 {
		return fmt.Errorf("send %d: connection reset", seq)
	}
	r, err := stdpool.GzipReader(bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer r.Release()
	text, err := io.ReadAll(r.Value())
	if err != nil {
		return err
	}
	f.lines += bytes.Count(text, []byte("\n"))
	return nil
}

func main() {
	out := &flaky{}
	s := &shipper{sink: out, limit: 4 << 10}
	for i := range 70 {
		if err := s.add(fmt.Sprintf("%04d level=info %s", i, strings.Repeat("x", i))); err != nil {
			fmt.Println(err)
		}
	}
	if err := s.flush(); err != nil {
		fmt.Println("last:", err)
	}
	fmt.Println("sent", out.lines, "lost", s.close())
}
