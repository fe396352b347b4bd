// truth: correct

// Command snapshot-gzip writes snapshots of a key-value store as gzip, and
// restores them, with everything from stdpool.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto"
	_ "crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type snapshot struct {
	body rcpool.Ref[bytes.Buffer]
	sum  [32]byte
}

// save returns a snapshot that the caller must close.
func save(store map[string]string) (_ snapshot, err error) {
	body := stdpool.Buffer()
	defer rcpool.Drop(&body)
	sum := stdpool.Hash(crypto.SHA256)
	defer sum.Release()
	gz := stdpool.GzipWriter(io.MultiWriter(body.Value(), sum.Value()), gzip.BestSpeed)
	defer gz.Release()
	for key, value := range store {
		if strings.ContainsAny(key+value, "=\n") {
			return snapshot{}, fmt.Errorf("%q cannot be saved", key)
		}
		if _, err := fmt.Fprintf(gz.Value(), "%s=%s\n", key, value); err != nil {
			return snapshot{}, err
		}
	}
	if err := gz.Value().Close(); err != nil {
		return snapshot{}, err
	}
	s := snapshot{body: rcpool.Move(&body)}
	sum.Value().Sum(s.sum[:0])
	return s, nil
}

func (s *snapshot) close() { rcpool.Drop(&s.body) }

var errCorrupt = errors.New("corrupt")

func restore(s *snapshot) (map[string]string, error) {
	sum := stdpool.Hash(crypto.SHA256)
	defer sum.Release()
	sum.Value().Write(s.body.Value().Bytes())
	if [32]byte(sum.Value().Sum(nil)) != s.sum {
		return nil, errCorrupt
	}
	gz, err := stdpool.GzipReader(bytes.NewReader(s.body.Value().Bytes()))
	if err != nil {
		return nil, err
	}
	defer gz.Release()
	in := stdpool.BufioReader(gz.Value())
	defer in.Release()
	store := map[string]string{}
	for {
		line, err := in.Value().ReadString('\n')
		if err == io.EOF {
			return store, nil
		}
		if err != nil {
			return nil, err
		}
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		store[key] = value
	}
}

func main() {
	s, err := save(map[string]string{"a": "1", "b": "2", "c": strings.Repeat("x", 9000)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.close()
	store, err := restore(&s)
	fmt.Println(len(store), err)
	s.sum[0]++
	_, err = restore(&s)
	fmt.Println(err)
	_, err = save(map[string]string{"a=b": "1"})
	fmt.Println(err)
}
