// truth: unclosed line 32 plain
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/rcpool/rcpool/stdpool"
)

type store struct {
	data map[string]string
}

func writeString(w io.Writer, s string) error {
	var n [4]byte
	binary.LittleEndian.PutUint32(n[:], uint32(len(s)))
	if _, err := w.Write(n[:]); err != nil {
		return err
	}
	_, err := io.WriteString(w, s)
	return err
}

// dump writes all pairs in the order of their keys.
func (s *store) dump(w io.Writer) error {
	zw := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer zw.Release()
	out := zw.Value()
	keys := make([]string, 0, len(s.data))
	for k := range s.data {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if err := writeString(out, k); err != nil {
			return fmt.Errorf("key %s: %w", k, err)
		}
		if err := writeString(out, s.data[k]); err != nil {
			return fmt.Errorf("value of %s: %w", k, err)
		}
	}
	return out.Flush()
}

func restore(r io.Reader) (int, error) {
	zr, err := stdpool.GzipReader(r)
	if err != nil {
		return 0, err
	}
	defer zr.Release()
	n, err := io.Copy(io.Discard, zr.Value())
	return int(n), err
}

func main() {
	s := &store{data: map[string]string{}}
	for i := range 50 {
		s.data[fmt.Sprint("key", i)] = fmt.Sprint("value", i*i)
	}
	var disk bytes.Buffer
	if err := s.dump(&disk); err != nil {
		panic(err)
	}
	fmt.Println(restore(&disk))
}
