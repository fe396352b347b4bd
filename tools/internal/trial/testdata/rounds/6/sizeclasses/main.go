// truth: wrong-pool line 49 plain
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var (
	headerPool = sync.Pool{New: func() any { return &scratch{data: make([]byte, 64)} }}
	bodyPool   = sync.Pool{New: func() any { return &scratch{data: make([]byte, 32<<10)} }}
)

type scratch struct{ data []byte }

var errShort = errors.New("short header")

// relay copies a message with a fixed header of 64 bytes from r to w.
func relay(w io.Writer, r io.Reader) (int64, error) {
	header := headerPool.Get().(*scratch)
	n, err := io.ReadFull(r, header.data)
	if err != nil {
		headerPool.Put(header)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return int64(n), errShort
		}
		return int64(n), err
	}
	if header.data[0] != 'M' {
		headerPool.Put(header)
		return int64(n), fmt.Errorf("bad magic %q", header.data[0])
	}
	if _, err := w.Write(header.data); err != nil {
		headerPool.Put(header)
		return int64(n), err
	}
	headerPool.Put(header)

	body := bodyPool.Get().(*scratch)
	copied, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{r}, body.data)
	if err != nil {
		bodyPool.Put(body)
		return int64(n) + copied, fmt.Errorf("body: %w", err)
	}
	headerPool.Put(body)
	return int64(n) + copied, nil
}

func main() {
	message := "M" + strings.Repeat("h", 63) + strings.Repeat("payload ", 8000)
	var failed error
	for range 50 {
		var out bytes.Buffer
		if _, err := relay(&out, strings.NewReader(message)); err != nil {
			failed = err
		}
	}
	_, err := relay(io.Discard, strings.NewReader("M"))
	fmt.Println(err)
	_, err = relay(io.Discard, strings.NewReader(strings.Repeat("x", 64)))
	fmt.Println(err)
	wrong := 0
	for range 10 {
		if s := headerPool.Get().(*scratch); len(s.data) != 64 {
			wrong++
		}
	}
	fmt.Println(wrong > 0, "headers have the size of bodies;", failed)
}
