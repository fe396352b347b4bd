// truth: unclosed line 26,42 plain
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"sync"
)

var packers = sync.Pool{New: func() any {
	gz, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	return gz
}}

type file struct {
	name string
	data []byte
}

// pack writes the artifacts of a job as a compressed archive.
func pack(dst io.Writer, job string, files []file) error {
	gz := packers.Get().(*gzip.Writer)
	defer packers.Put(gz)
	gz.Reset(dst)
	gz.Name = job + ".tar"
	archive := tar.NewWriter(gz)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.data))}
		if err := archive.WriteHeader(h); err != nil {
			return fmt.Errorf("%s: header of %s: %w", job, f.name, err)
		}
		if _, err := archive.Write(f.data); err != nil {
			return fmt.Errorf("%s: %s: %w", job, f.name, err)
		}
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("%s: %w", job, err)
	}
	return gz.Flush()
}

func main() {
	var out bytes.Buffer
	err := pack(&out, "build-17", []file{
		{"bin/app", bytes.Repeat([]byte{0x7f}, 2000)},
		{"report.txt", []byte("ok 41 tests\n")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	gz, err := gzip.NewReader(&out)
	if err != nil {
		fmt.Println(err)
		return
	}
	plain, err := io.ReadAll(gz)
	fmt.Println(gz.Name, len(plain), err)
}
