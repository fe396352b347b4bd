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

var (
	writers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}
	targets = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

var errNoBroker = errors.New("no broker")

// A body compresses what is written to it. Close ends it, and Free gives its
// parts back.
type body struct {
	buf *bytes.Buffer
	gz  *gzip.Writer
	raw int
}

func newBody() *body {
	b := &body{buf: targets.Get().(*bytes.Buffer), gz: writers.Get().(*gzip.Writer)}
	b.buf.Reset()
	b.gz.Reset(b.buf)
	return b
}

func (b *body) Write(p []byte) (int, error) {
	n, err := b.gz.Write(p)
	b.raw += n
	return n, err
}

// Close ends the stream. The writer is not needed any more.
func (b *body) Close() error {
	if b.gz == nil {
		return nil
	}
	err := b.gz.Close()
	b.putWriter()
	return err
}

func (b *body) putWriter() {
	gz := b.gz
	b.gz = nil
	gz.Reset(io.Discard)
	writers.Put(gz)
}

func (b *body) Free() {
	if b.gz != nil {
		b.putWriter() // the stream was given up
	}
	if b.buf != nil {
		targets.Put(b.buf)
		b.buf = nil
	}
}

func publish(events [][]byte, send func([]byte) error) (int, error) {
	b := newBody()
	defer b.Free()
	for _, e := range events {
		if len(e) == 0 {
			return 0, errors.New("empty event")
		}
		if _, err := b.Write(e); err != nil {
			return 0, err
		}
	}
	if err := b.Close(); err != nil {
		return 0, err
	}
	if err := send(b.buf.Bytes()); err != nil {
		return 0, fmt.Errorf("%d bytes: %w", b.raw, err)
	}
	return b.raw, nil
}

func main() {
	var mu sync.Mutex
	restored := 0
	send := func(p []byte) error {
		zr, err := gzip.NewReader(bytes.NewReader(p))
		if err != nil {
			return err
		}
		data, err := io.ReadAll(zr)
		if err != nil {
			return err
		}
		mu.Lock()
		restored += len(data)
		mu.Unlock()
		return nil
	}
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			if _, err := publish([][]byte{[]byte("login "), []byte("logout")}, send); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	_, err := publish([][]byte{[]byte("x"), nil}, send)
	_, err2 := publish([][]byte{[]byte("x")}, func([]byte) error { return errNoBroker })
	fmt.Println(restored, err, err2)
}
