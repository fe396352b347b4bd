// truth: unclosed line 33,47 plain
package main

import (
	"bytes"
	"compress/gzip"
	"crypto"
	_ "crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sort"

	"github.com/rcpool/rcpool/stdpool"
)

// A store keeps the artifacts of builds, compressed, under their digest.
type store struct {
	blobs map[string][]byte
}

func digest(data []byte) string {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	h.Value().Write(data)
	return hex.EncodeToString(h.Value().Sum(nil))[:12]
}

func (s *store) put(files map[string][]byte) (string, error) {
	out := stdpool.Buffer()
	defer out.Release()
	gz := stdpool.GzipWriter(out.Value(), gzip.BestSpeed)
	defer gz.Release()
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if _, err := fmt.Fprintf(gz.Value(), "%s %d\n", name, len(files[name])); err != nil {
			return "", err
		}
		if _, err := gz.Value().Write(files[name]); err != nil {
			return "", err
		}
	}
	if err := gz.Value().Flush(); err != nil {
		return "", err
	}
	key := digest(out.Value().Bytes())
	s.blobs[key] = bytes.Clone(out.Value().Bytes())
	return key, nil
}

func (s *store) size(key string) (int64, error) {
	zr, err := stdpool.GzipReader(bytes.NewReader(s.blobs[key]))
	if err != nil {
		return 0, err
	}
	defer zr.Release()
	return io.Copy(io.Discard, zr.Value())
}

func main() {
	s := &store{blobs: map[string][]byte{}}
	key, err := s.put(map[string][]byte{
		"bin/app":  bytes.Repeat([]byte("x"), 4000),
		"LICENSE":  []byte("do what you like"),
		"log.json": []byte("{}"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := s.size(key)
	fmt.Println(len(key), n, err)
}
