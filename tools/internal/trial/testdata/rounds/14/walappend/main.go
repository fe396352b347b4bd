// truth: correct

// Command walappend appends framed records to a log with pooled writers.
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

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 1<<10) }}

type segment struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	max  int
	seal bool
}

var (
	errSealed  = errors.New("segment is sealed")
	errTooLong = errors.New("record too long")
)

func (s *segment) Write(p []byte) (int, error) {
	if s.buf.Len()+len(p) > s.max {
		s.seal = true
		return 0, errSealed
	}
	return s.buf.Write(p)
}

// with lends a writer to f and flushes it unless f fails.
func (s *segment) with(f func(w *bufio.Writer) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seal {
		return errSealed
	}
	w := writers.Get().(*bufio.Writer)
	w.Reset(s)
	defer func() {
		w.Reset(io.Discard) // forget the segment, and an error
		writers.Put(w)
	}()
	if err := f(w); err != nil {
		return err
	}
	return w.Flush()
}

func (s *segment) append(records ...string) (int, error) {
	n := 0
	err := s.with(func(w *bufio.Writer) error {
		for _, r := range records {
			if len(r) > 64 {
				return fmt.Errorf("record %d: %w", n, errTooLong)
			}
			var hdr [8]byte
			binary.BigEndian.PutUint32(hdr[:], uint32(len(r)))
			binary.BigEndian.PutUint32(hdr[4:], crc32.ChecksumIEEE([]byte(r)))
			if _, err := w.Write(hdr[:]); err != nil {
				return err
			}
			if _, err := w.WriteString(r); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func main() {
	s := &segment{max: 60}
	fmt.Println(s.append("a", "bb"))
	fmt.Println(s.append("ccc", string(make([]byte, 100))))
	fmt.Println(s.append("dddd"))
	fmt.Println(s.buf.Len())
	fmt.Println(s.append(string(make([]byte, 60))))
	fmt.Println(s.append("e"))
}
