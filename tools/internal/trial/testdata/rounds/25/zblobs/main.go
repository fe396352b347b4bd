// truth: unclosed line 49 plain

// Command zblobs writes zlib-compressed value logs with pooled compressors.
package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

var deflaters = sync.Pool{New: func() any { return zlib.NewWriter(io.Discard) }}

type pointer struct {
	off, packed, size int
}

type valueLog struct {
	mu   sync.Mutex
	data []byte
	min  int
}

func (l *valueLog) append(p []byte, size int) pointer {
	l.mu.Lock()
	defer l.mu.Unlock()
	ptr := pointer{len(l.data), len(p), size}
	l.data = append(l.data, p...)
	return ptr
}

// put stores short values as they are.
func (l *valueLog) put(value []byte) (pointer, error) {
	if len(value) < l.min {
		return l.append(value, len(value)), nil
	}
	var packed bytes.Buffer
	if err := deflate(&packed, value); err != nil {
		return pointer{}, err
	}
	return l.append(packed.Bytes(), len(value)), nil
}

func deflate(w io.Writer, value []byte) error {
	z := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(z)
	z.Reset(w)
	var head [4]byte
	binary.LittleEndian.PutUint32(head[:], uint32(len(value)))
	if _, err := z.Write(head[:]); err != nil {
		return err
	}
	for len(value) > 0 {
		n := min(len(value), 1<<10)
		if _, err := z.Write(value[:n]); err != nil {
			return err
		}
		value = value[n:]
	}
	return z.Flush()
}

func (l *valueLog) get(p pointer) ([]byte, error) {
	l.mu.Lock()
	raw := l.data[p.off : p.off+p.packed]
	l.mu.Unlock()
	if p.packed == p.size {
		return raw, nil
	}
	z, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	out := make([]byte, 4+p.size)
	if _, err := io.ReadFull(z, out); err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, z); err != nil {
		return out[4:], fmt.Errorf("trailer: %w", err)
	}
	return out[4:], nil
}

func main() {
	l := &valueLog{min: 32}
	for _, v := range [][]byte{[]byte("tiny"), bytes.Repeat([]byte("wide "), 900)} {
		p, err := l.put(v)
		if err != nil {
			panic(err)
		}
		got, err := l.get(p)
		fmt.Println(p, bytes.Equal(got, v), err)
	}
}
