// truth: correct
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

var bufWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 256) }}

type storage interface {
	create(name string) (io.WriteCloser, error)
}

type segment struct {
	name string
	file io.WriteCloser
	w    *bufio.Writer
	size int
}

func openSegment(st storage, name string) (*segment, error) {
	f, err := st.create(name)
	if err != nil {
		return nil, err
	}
	w := bufWriters.Get().(*bufio.Writer)
	w.Reset(f)
	return &segment{name: name, file: f, w: w}, nil
}

func (s *segment) append(line string) error {
	n, err := s.w.WriteString(line)
	s.size += n
	if err == nil {
		err = s.w.WriteByte('\n')
		s.size++
	}
	return err
}

func (s *segment) Close() error {
	if s.w == nil {
		return nil
	}
	err := s.w.Flush()
	s.w.Reset(nil)
	bufWriters.Put(s.w)
	s.w = nil
	return errors.Join(err, s.file.Close())
}

type writer struct {
	st  storage
	cur *segment
	n   int
	max int
}

func (w *writer) write(line string) error {
	if w.cur != nil && w.cur.size+len(line) > w.max {
		old := w.cur
		w.cur = nil
		if err := old.Close(); err != nil {
			return fmt.Errorf("close %s: %w", old.name, err)
		}
	}
	if w.cur == nil {
		seg, err := openSegment(w.st, fmt.Sprintf("seg-%d", w.n))
		if err != nil {
			return err
		}
		w.n++
		w.cur = seg
	}
	return w.cur.append(line)
}

func (w *writer) Close() error {
	if w.cur == nil {
		return nil
	}
	return w.cur.Close()
}

type memFile struct {
	bytes.Buffer
	fail bool
}

func (f *memFile) Write(p []byte) (int, error) {
	if f.fail {
		return 0, errors.New("disk full")
	}
	return f.Buffer.Write(p)
}

func (f *memFile) Close() error { return nil }

type memStorage struct{ files []*memFile }

func (m *memStorage) create(name string) (io.WriteCloser, error) {
	if len(m.files) == 4 {
		return nil, fmt.Errorf("create %s: too many files", name)
	}
	f := &memFile{fail: len(m.files) == 2}
	m.files = append(m.files, f)
	return f, nil
}

func main() {
	st := &memStorage{}
	w := &writer{st: st, max: 100}
	for i := range 24 {
		if err := w.write(fmt.Sprintf("%02d a line of the access log", i)); err != nil {
			fmt.Println("error:", err)
		}
	}
	fmt.Println(w.Close(), w.Close())
	for _, f := range st.files {
		fmt.Println(bytes.Count(f.Bytes(), []byte("\n")))
	}
}
