// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"sync"
)

var compressors = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	if err != nil {
		panic(err)
	}
	return w
}}

// segment is a compressed log file that is being written.
type segment struct {
	gz   *gzip.Writer
	file bytes.Buffer
	size int
}

func openSegment(n int) *segment {
	s := &segment{gz: compressors.Get().(*gzip.Writer)}
	s.gz.Reset(&s.file)
	s.gz.Header.Comment = fmt.Sprint("segment ", n)
	return s
}

func (s *segment) Write(p []byte) (int, error) {
	if s.gz == nil {
		return 0, errors.New("segment is closed")
	}
	n, err := s.gz.Write(p)
	s.size += n
	return n, err
}

// finish ends the stream and gives the compressor back.
func (s *segment) finish() ([]byte, error) {
	if s.gz == nil {
		return nil, errors.New("segment is closed")
	}
	gz := s.gz
	s.gz = nil
	err := gz.Close()
	gz.Reset(io.Discard) // forget the file
	compressors.Put(gz)
	return s.file.Bytes(), err
}

type logFile struct {
	mu       sync.Mutex
	current  *segment
	opened   int
	limit    int
	archived [][]byte
}

func (l *logFile) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current != nil && l.current.size+len(p) > l.limit {
		if err := l.rotate(); err != nil {
			return 0, err
		}
	}
	if l.current == nil {
		l.opened++
		l.current = openSegment(l.opened)
	}
	return l.current.Write(p)
}

func (l *logFile) rotate() error {
	s := l.current
	l.current = nil
	data, err := s.finish()
	if err != nil {
		return err
	}
	l.archived = append(l.archived, data)
	return nil
}

func (l *logFile) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current == nil {
		return nil
	}
	return l.rotate()
}

func inspect(data []byte) (string, int64, error) {
	zr, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return "", 0, err
	}
	n, err := io.Copy(io.Discard, zr)
	return zr.Comment, n, errors.Join(err, zr.Close())
}

func main() {
	l := &logFile{limit: 1000}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 25 {
				fmt.Fprintf(l, "worker %d: request %03d served\n", w, i)
			}
		})
	}
	wg.Wait()
	fmt.Println(l.Close(), l.Close())
	total := int64(0)
	for _, data := range l.archived {
		comment, n, err := inspect(data)
		total += n
		fmt.Println(comment, n, err)
	}
	fmt.Println(total)
}
