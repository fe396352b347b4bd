// truth: correct
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var errDiskFull = errors.New("disk full")

// A file stands for a segment on disk.
type file struct {
	bytes.Buffer
	limit  int
	closed bool
}

func (f *file) Write(p []byte) (int, error) {
	if f.Len()+len(p) > f.limit {
		return 0, errDiskFull
	}
	return f.Buffer.Write(p)
}

func (f *file) Close() error { f.closed = true; return nil }

// writer appends records to segments, which it rotates by size.
type writer struct {
	create  func(n int) io.WriteCloser
	segment io.WriteCloser
	out     rcpool.Ref[bufio.Writer]
	written int
	max     int
	count   int
}

func (w *writer) append(record []byte) error {
	if w.segment != nil && w.written+len(record) > w.max {
		if err := w.rotate(); err != nil {
			return err
		}
	}
	if w.segment == nil {
		w.open()
	}
	n, err := w.out.Value().Write(record)
	w.written += n
	if err != nil {
		return err
	}
	return w.out.Value().WriteByte('\n')
}

func (w *writer) open() {
	w.segment = w.create(w.count)
	w.out = stdpool.BufioWriter(w.segment)
	w.written = 0
	w.count++
}

// rotate ends the segment. The next append begins another one.
func (w *writer) rotate() error {
	if w.segment == nil {
		return nil
	}
	err := w.out.Value().Flush()
	rcpool.Drop(&w.out)
	err = errors.Join(err, w.segment.Close())
	w.segment = nil
	return err
}

func (w *writer) Close() error { return w.rotate() }

func replay(f *file, each func([]byte)) error {
	in := stdpool.BufioReader(bytes.NewReader(f.Bytes()))
	defer in.Release()
	for {
		line, err := in.Value().ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		each(line[:len(line)-1])
	}
}

func main() {
	var files []*file
	w := &writer{max: 40, create: func(n int) io.WriteCloser {
		f := &file{limit: 60 - 30*n}
		files = append(files, f)
		return f
	}}
	for i := range 9 {
		if err := w.append(fmt.Appendf(nil, "record-%d", i)); err != nil {
			fmt.Println("append:", err)
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println("close:", err)
	}
	var seen []string
	for _, f := range files {
		if err := replay(f, func(line []byte) { seen = append(seen, string(line)) }); err != nil {
			panic(err)
		}
	}
	fmt.Println(seen, w.Close())
}
