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

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 256) }}

var errDisk = errors.New("disk full")

type file struct {
	bytes.Buffer
	limit int
}

func (f *file) Write(p []byte) (int, error) {
	if f.Len()+len(p) > f.limit {
		return 0, errDisk
	}
	return f.Buffer.Write(p)
}

// rotator writes log lines to one file after the other.
type rotator struct {
	mu      sync.Mutex
	out     *bufio.Writer
	file    *file
	lines   int
	perFile int
	files   []*file
	limit   int
}

func (r *rotator) open() {
	r.file = &file{limit: r.limit}
	r.files = append(r.files, r.file)
	r.out = writers.Get().(*bufio.Writer)
	r.out.Reset(r.file)
	r.lines = 0
}

func (r *rotator) finish() error {
	if r.out == nil {
		return nil
	}
	err := r.out.Flush()
	r.out.Reset(io.Discard)
	writers.Put(r.out)
	r.out = nil
	return err
}

func (r *rotator) Log(level, msg string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out == nil {
		r.open()
	}
	r.out.WriteString(level)
	r.out.WriteByte(' ')
	r.out.WriteString(msg)
	r.out.WriteByte('\n')
	r.lines++
	if r.lines == r.perFile {
		return r.finish()
	}
	return nil
}

func (r *rotator) Sync() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out == nil {
		return nil
	}
	return r.out.Flush()
}

func (r *rotator) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.finish()
}

func main() {
	r := &rotator{perFile: 4, limit: 4096}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for j := range 6 {
				if err := r.Log("INFO", fmt.Sprint("message ", j)); err != nil {
					fmt.Println(err)
				}
			}
			r.Sync()
		})
	}
	wg.Wait()
	if err := r.Close(); err != nil {
		fmt.Println(err)
	}
	total := 0
	for _, f := range r.files {
		total += bytes.Count(f.Bytes(), []byte("\n"))
	}
	fmt.Println(len(r.files), total)

	small := &rotator{perFile: 3, limit: 20}
	for i := range 5 {
		if err := small.Log("WARN", fmt.Sprint("m", i)); err != nil {
			fmt.Println("rotate:", err)
		}
	}
	fmt.Println(small.Close(), len(small.files))
}
