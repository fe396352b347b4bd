// truth: unflushed line 59 plain
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 128) }}

type entry struct {
	method, path string
	status       int
	bytes        int64
}

type segment struct {
	bytes.Buffer
	closed bool
}

func (s *segment) Close() error {
	if s.closed {
		return errors.New("segment already closed")
	}
	s.closed = true
	return nil
}

type rotator struct {
	segments []*segment
	pending  []entry
}

// rotate writes what is pending into a segment of its own.
func (r *rotator) rotate() error {
	if len(r.pending) == 0 {
		return nil
	}
	seg := &segment{}
	w := writers.Get().(*bufio.Writer)
	w.Reset(seg)
	for _, e := range r.pending {
		w.WriteString(e.method)
		w.WriteByte(' ')
		w.WriteString(e.path)
		w.WriteByte(' ')
		w.WriteString(strconv.Itoa(e.status))
		w.WriteByte(' ')
		w.WriteString(strconv.FormatInt(e.bytes, 10))
		w.WriteByte('\n')
	}
	fmt.Fprintf(w, "# %d entries\n", len(r.pending))
	writers.Put(w)
	r.pending = r.pending[:0]
	r.segments = append(r.segments, seg)
	return seg.Close()
}

func (r *rotator) log(e entry) error {
	r.pending = append(r.pending, e)
	if len(r.pending) < 10 {
		return nil
	}
	return r.rotate()
}

func main() {
	r := &rotator{}
	for i := range 25 {
		if err := r.log(entry{"GET", "/item/" + strconv.Itoa(i), 200, int64(i * 10)}); err != nil {
			fmt.Println("log:", err)
		}
	}
	if err := r.rotate(); err != nil {
		fmt.Println("rotate:", err)
	}
	lines := 0
	for _, s := range r.segments {
		lines += bytes.Count(s.Bytes(), []byte("\n"))
	}
	fmt.Println(len(r.segments), "segments,", lines, "lines")
}
