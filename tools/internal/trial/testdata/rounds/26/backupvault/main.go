// truth: unclosed line 45 plain

// Command backupvault stores deduplicated blocks, compressed with zlib.
package main

import (
	"bytes"
	"compress/zlib"
	"crypto"
	_ "crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type vault struct {
	blocks map[string][]byte
	saved  int
	dups   int
}

var errNotFound = errors.New("block not found")

func key(block []byte) string {
	h := stdpool.Hash(crypto.SHA1)
	defer h.Release()
	h.Value().Write(block)
	var sum [20]byte
	return hex.EncodeToString(h.Value().Sum(sum[:0]))
}

func (v *vault) put(block []byte) (string, error) {
	k := key(block)
	if _, ok := v.blocks[k]; ok {
		v.dups++
		return k, nil
	}
	out := stdpool.Buffer()
	defer out.Release()
	zw := stdpool.ZlibWriter(out.Value(), zlib.BestCompression)
	defer zw.Release()
	if _, err := zw.Value().Write(block); err != nil {
		return "", fmt.Errorf("compress %s: %w", k, err)
	}
	if err := zw.Value().Flush(); err != nil {
		return "", fmt.Errorf("compress %s: %w", k, err)
	}
	v.blocks[k] = bytes.Clone(out.Value().Bytes())
	v.saved += len(block) - out.Value().Len()
	return k, nil
}

func (v *vault) get(k string, w io.Writer) error {
	data, ok := v.blocks[k]
	if !ok {
		return errNotFound
	}
	zr, err := stdpool.ZlibReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	defer zr.Release()
	_, err = io.Copy(w, zr.Value())
	return err
}

func main() {
	v := &vault{blocks: map[string][]byte{}}
	var keys []string
	for _, text := range []string{strings.Repeat("data ", 100), "tiny", "tiny"} {
		k, err := v.put([]byte(text))
		if err != nil {
			fmt.Println(err)
			continue
		}
		keys = append(keys, k)
	}
	for _, k := range append(keys, "missing") {
		var b strings.Builder
		err := v.get(k, &b)
		fmt.Println(k, b.Len(), err)
	}
	fmt.Println(v.dups, v.saved > 0)
}
