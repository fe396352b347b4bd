// truth: correct

// A log writer compresses, and begins a new file when the current one is large enough.
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

type rotator struct {
	open    func(n int) (io.WriteCloser, error)
	max     int
	file    io.WriteCloser
	zip     rcpool.Ref[stdpool.Writer[*gzip.Writer]]
	written int
	files   int
}

func (r *rotator) Write(p []byte) (int, error) {
	if r.zip.IsZero() {
		if err := r.begin(); err != nil {
			return 0, err
		}
	}
	n, err := r.zip.Value().Write(p)
	r.written += n
	if err == nil && r.written >= r.max {
		err = r.rotate()
	}
	return n, err
}

func (r *rotator) begin() error {
	f, err := r.open(r.files)
	if err != nil {
		return fmt.Errorf("log file %d: %w", r.files, err)
	}
	r.file = f
	r.zip = stdpool.GzipWriter(f, gzip.BestSpeed)
	r.zip.Value().Stream.Name = fmt.Sprintf("log.%d", r.files)
	r.files++
	r.written = 0
	return nil
}

// rotate ends the current file, if there is one. The next Write begins another.
func (r *rotator) rotate() error {
	if r.zip.IsZero() {
		return nil
	}
	err := r.zip.Value().Close()
	rcpool.Drop(&r.zip)
	return errors.Join(err, r.file.Close())
}

func (r *rotator) Close() error { return r.rotate() }

type disk struct{ files []*bytes.Buffer }

type file struct{ *bytes.Buffer }

func (file) Close() error { return nil }

func (d *disk) create(n int) (io.WriteCloser, error) {
	if n == 3 {
		return nil, errors.New("disk full")
	}
	d.files = append(d.files, new(bytes.Buffer))
	return file{d.files[len(d.files)-1]}, nil
}

func count(p *bytes.Buffer) (n int64, err error) {
	z, err := stdpool.GzipReader(p)
	if err != nil {
		return 0, err
	}
	defer z.Release()
	return io.Copy(io.Discard, z.Value())
}

func main() {
	d := new(disk)
	log := &rotator{open: d.create, max: 200}
	for i := range 16 {
		if _, err := fmt.Fprintf(log, "%03d GET /index.html 200 some text of a line\n", i); err != nil {
			fmt.Println(err)
			break
		}
	}
	if err := log.Close(); err != nil {
		fmt.Println(err)
	}
	if err := log.Close(); err != nil {
		fmt.Println(err)
	}
	for i, f := range d.files {
		n, err := count(f)
		fmt.Println(i, n, err)
	}
}
