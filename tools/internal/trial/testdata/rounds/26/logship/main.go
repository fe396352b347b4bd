// truth: correct

// Command logship compresses batches of log lines and ships them with a checksum.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto"
	_ "crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Upload struct {
	Key  string
	Sum  [32]byte
	Data rcpool.Ref[bytes.Buffer]
}

func (u *Upload) Discard() { rcpool.Drop(&u.Data) }

type Store interface {
	Put(key string, r io.Reader) error
}

func compress(lines []string) (rcpool.Ref[bytes.Buffer], error) {
	out := stdpool.Buffer()
	defer rcpool.Drop(&out)
	gz := stdpool.GzipWriter(out.Value(), gzip.BestSpeed)
	defer gz.Release()
	for _, line := range lines {
		if _, err := io.WriteString(gz.Value(), line+"\n"); err != nil {
			return rcpool.Ref[bytes.Buffer]{}, err
		}
	}
	if err := gz.Value().Close(); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return rcpool.Move(&out), nil
}

func prepare(prefix string, lines []string) (*Upload, error) {
	if len(lines) == 0 {
		return nil, errors.New("nothing to ship")
	}
	data, err := compress(lines)
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	u := &Upload{Data: data}
	sum := stdpool.Hash(crypto.SHA256)
	defer sum.Release()
	sum.Value().Write(data.Value().Bytes())
	sum.Value().Sum(u.Sum[:0])
	u.Key = prefix + "/" + hex.EncodeToString(u.Sum[:4])
	return u, nil
}

func ship(s Store, prefix string, lines []string) (err error) {
	u, err := prepare(prefix, lines)
	if err != nil {
		return err
	}
	defer u.Discard()
	return s.Put(u.Key, bytes.NewReader(u.Data.Value().Bytes()))
}

type memory map[string]string

func (m memory) Put(key string, r io.Reader) error {
	if strings.HasPrefix(key, "denied") {
		return errors.New("403")
	}
	zr, err := stdpool.GzipReader(r)
	if err != nil {
		return err
	}
	defer zr.Release()
	text, err := io.ReadAll(zr.Value())
	if err != nil {
		return err
	}
	m[key] = string(text)
	return nil
}

func main() {
	m := memory{}
	fmt.Println(ship(m, "logs", []string{"a=1", "b=2"}))
	fmt.Println(ship(m, "denied", []string{"secret"}))
	fmt.Println(ship(m, "logs", nil))
	for _, text := range m {
		fmt.Printf("%q\n", text)
	}
}
