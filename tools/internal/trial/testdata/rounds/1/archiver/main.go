// truth: correct

// Command archiver compresses files with pooled gzip writers and readers.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"
)

var writers = sync.Pool{
	New: func() any {
		w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		return w
	},
}

var readers sync.Pool

func compress(dst io.Writer, src io.Reader) (err error) {
	zw := writers.Get().(*gzip.Writer)
	zw.Reset(dst)
	defer func() {
		if cerr := zw.Close(); err == nil {
			err = cerr
		}
		zw.Reset(io.Discard)
		writers.Put(zw)
	}()
	_, err = io.Copy(zw, src)
	return err
}

// A reader closes itself when the stream ends or fails.
type reader struct {
	zr *gzip.Reader
}

func open(src io.Reader) (*reader, error) {
	if zr, ok := readers.Get().(*gzip.Reader); ok {
		if err := zr.Reset(src); err != nil {
			readers.Put(zr)
			return nil, err
		}
		return &reader{zr}, nil
	}
	zr, err := gzip.NewReader(src)
	if err != nil {
		return nil, err
	}
	return &reader{zr}, nil
}

func (r *reader) Read(p []byte) (int, error) {
	if r.zr == nil {
		return 0, io.EOF
	}
	n, err := r.zr.Read(p)
	if err != nil {
		r.Close()
	}
	return n, err
}

func (r *reader) Close() error {
	if zr := r.zr; zr != nil {
		r.zr = nil
		readers.Put(zr)
	}
	return nil
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func main() {
	for i := range 4 {
		text := strings.Repeat(fmt.Sprint("line ", i, "\n"), 100)
		var packed bytes.Buffer
		if err := compress(&packed, strings.NewReader(text)); err != nil {
			log.Fatal(err)
		}
		r, err := open(&packed)
		if err != nil {
			log.Fatal(err)
		}
		got, err := io.ReadAll(r)
		r.Close()
		if err != nil || string(got) != text {
			log.Fatal(err)
		}
		if err := compress(failing{}, strings.NewReader(text)); err == nil {
			log.Fatal("no error")
		}
		if _, err := open(strings.NewReader("not gzip, too long for that")); err == nil {
			log.Fatal("no error")
		}
	}
	fmt.Println("ok")
}
