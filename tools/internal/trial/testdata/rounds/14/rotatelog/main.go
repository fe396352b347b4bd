// truth: correct

// Command rotatelog writes compressed log files of limited size.
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

type file struct {
	bytes.Buffer
	name   string
	closed bool
	limit  int
}

var errFull = errors.New("disk is full")

func (f *file) Write(p []byte) (int, error) {
	if f.limit > 0 && f.Len()+len(p) > f.limit {
		return 0, errFull
	}
	return f.Buffer.Write(p)
}

func (f *file) Close() error {
	f.closed = true
	return nil
}

type rotating struct {
	create func(n int) (*file, error)
	n      int
	max    int
	lines  int
	cur    *file
	gz     rcpool.Ref[stdpool.Writer[*gzip.Writer]]
}

func (r *rotating) rotate() error {
	if err := r.finish(); err != nil {
		return err
	}
	f, err := r.create(r.n)
	if err != nil {
		return err
	}
	r.n++
	r.cur, r.lines = f, 0
	r.gz = stdpool.GzipWriter(f, gzip.BestSpeed)
	return nil
}

// finish ends the current file, if there is one.
func (r *rotating) finish() error {
	if r.gz.IsZero() {
		return nil
	}
	defer rcpool.Drop(&r.gz)
	err := r.gz.Value().Close()
	return errors.Join(err, r.cur.Close())
}

func (r *rotating) log(format string, args ...any) error {
	if r.gz.IsZero() || r.lines >= r.max {
		if err := r.rotate(); err != nil {
			return err
		}
	}
	r.lines++
	_, err := fmt.Fprintf(r.gz.Value(), format+"\n", args...)
	return err
}

func (r *rotating) Close() error { return r.finish() }

func show(f *file) {
	zr, err := stdpool.GzipReader(&f.Buffer)
	if err != nil {
		fmt.Println(f.name, err)
		return
	}
	defer zr.Release()
	text, err := io.ReadAll(zr.Value())
	fmt.Printf("%s %q %v %t\n", f.name, text, err, f.closed)
}

func main() {
	var files []*file
	r := &rotating{max: 2, create: func(n int) (*file, error) {
		if n == 2 {
			return nil, errors.New("too many files")
		}
		f := &file{name: fmt.Sprintf("%03d.gz", n)}
		files = append(files, f)
		return f, nil
	}}
	for i := range 6 {
		if err := r.log("line %d", i); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(r.Close(), r.Close())
	for _, f := range files {
		show(f)
	}
	full := &rotating{max: 9, create: func(int) (*file, error) { return &file{limit: 12}, nil }}
	fmt.Println(full.log("hello"), full.Close())
}
