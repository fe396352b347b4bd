// truth: unclosed line 37,43 plain
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

type bucket interface {
	Put(key string, body []byte) error
}

type memBucket map[string][]byte

func (m memBucket) Put(key string, body []byte) error {
	if key == "" {
		return errors.New("empty key")
	}
	m[key] = bytes.Clone(body)
	return nil
}

type archiver struct {
	dst   bucket
	level int
}

func (a *archiver) store(day string, events []string) error {
	out := stdpool.Buffer()
	defer out.Release()
	zip := stdpool.GzipWriter(out.Value(), a.level)
	defer zip.Release()
	for _, e := range events {
		if _, err := io.WriteString(zip.Value(), e+"\n"); err != nil {
			return fmt.Errorf("archive %s: %w", day, err)
		}
	}
	if err := zip.Value().Flush(); err != nil {
		return fmt.Errorf("archive %s: %w", day, err)
	}
	return a.dst.Put(day, out.Value().Bytes())
}

func (m memBucket) load(key string) (string, error) {
	zr, err := stdpool.GzipReader(bytes.NewReader(m[key]))
	if err != nil {
		return "", err
	}
	defer zr.Release()
	text, err := io.ReadAll(zr.Value())
	return string(text), err
}

func main() {
	m := memBucket{}
	a := &archiver{dst: m, level: gzip.BestSpeed}
	for i, day := range []string{"mon", "tue", ""} {
		events := []string{"login", "logout"}[:i%2+1]
		if err := a.store(day, events); err != nil {
			fmt.Println(err)
		}
	}
	for _, day := range []string{"mon", "tue"} {
		fmt.Println(m.load(day))
	}
}
