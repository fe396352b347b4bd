// truth: wrong-pool line 40 plain
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

const (
	smallSize = 1 << 10
	largeSize = 1 << 16
)

var (
	small = sync.Pool{New: func() any { b := make([]byte, smallSize); return &b }}
	large = sync.Pool{New: func() any { b := make([]byte, largeSize); return &b }}
)

var errChecksum = errors.New("checksum mismatch")

// copyInline copies a short field value.
func copyInline(w io.Writer, r io.Reader) (int64, error) {
	b := small.Get().(*[]byte)
	defer small.Put(b)
	n, err := io.ReadFull(r, *b)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, err
	}
	_, err = w.Write((*b)[:n])
	return int64(n), err
}

// copyBlob copies an attachment and checks its sum.
func copyBlob(w io.Writer, r io.Reader, want byte) (int64, error) {
	b := large.Get().(*[]byte)
	defer small.Put(b)
	var total int64
	var sum byte
	for {
		n, err := r.Read(*b)
		for _, x := range (*b)[:n] {
			sum += x
		}
		if _, werr := w.Write((*b)[:n]); werr != nil {
			return total, werr
		}
		total += int64(n)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return total, err
		}
	}
	if sum != want {
		return total, errChecksum
	}
	return total, nil
}

func main() {
	blob := strings.Repeat("attachment ", 9000)
	var sum byte
	for i := range len(blob) {
		sum += blob[i]
	}
	var out bytes.Buffer
	fmt.Println(copyBlob(&out, strings.NewReader(blob), sum))
	fmt.Println(copyBlob(&out, strings.NewReader(blob), sum+1))
	out.Reset()
	fmt.Println(copyInline(&out, strings.NewReader(blob)))
	b := small.Get().(*[]byte)
	fmt.Println(out.Len(), len(*b))
	small.Put(b)
}
