// truth: unclosed line 61 callee

// Command backupstream writes compressed archives of records.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var compressors = sync.Pool{New: func() any {
	return gzip.NewWriter(io.Discard)
}}

type record struct {
	key  string
	body []byte
}

var errKey = errors.New("record has no key")

// begin returns a compressor that writes to w.
func begin(w io.Writer) *gzip.Writer {
	gz := compressors.Get().(*gzip.Writer)
	gz.Reset(w)
	return gz
}

func writeRecord(gz *gzip.Writer, r record) error {
	if r.key == "" {
		return errKey
	}
	var head [8]byte
	binary.BigEndian.PutUint32(head[:4], uint32(len(r.key)))
	binary.BigEndian.PutUint32(head[4:], uint32(len(r.body)))
	for _, p := range [][]byte{head[:], []byte(r.key), r.body} {
		if _, err := gz.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// finish completes what was written so far.
func finish(gz *gzip.Writer) error {
	if err := gz.Flush(); err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	return nil
}

// archive writes all records as one stream.
func archive(w io.Writer, records []record) error {
	gz := begin(w)
	defer compressors.Put(gz)
	for i, r := range records {
		if err := writeRecord(gz, r); err != nil {
			return fmt.Errorf("record %d: %w", i, err)
		}
	}
	return finish(gz)
}

func restore(r io.Reader) (n int, err error) {
	gz, err := gzip.NewReader(r)
	if err != nil {
		return 0, err
	}
	for {
		var head [8]byte
		if _, err := io.ReadFull(gz, head[:]); err != nil {
			if err == io.EOF {
				return n, nil
			}
			return n, err
		}
		size := int64(binary.BigEndian.Uint32(head[:4])) + int64(binary.BigEndian.Uint32(head[4:]))
		if _, err := io.CopyN(io.Discard, gz, size); err != nil {
			return n, err
		}
		n++
	}
}

func main() {
	var out bytes.Buffer
	records := []record{
		{"users", []byte(strings.Repeat("row ", 50))},
		{"orders", []byte(strings.Repeat("row ", 500))},
	}
	if err := archive(&out, records); err != nil {
		fmt.Println(err)
	}
	fmt.Println(restore(&out))
	fmt.Println(archive(io.Discard, []record{{}}))
}
