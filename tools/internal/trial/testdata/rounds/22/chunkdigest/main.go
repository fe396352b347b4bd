// truth: correct

// Command chunkdigest finds duplicate chunks of files by their digests.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"sync"
)

const chunkSize = 8

type worker struct {
	sum   hash.Hash
	chunk [chunkSize]byte
	hex   []byte
}

var workers = sync.Pool{New: func() any { return &worker{sum: sha256.New(), hex: make([]byte, 0, 2*sha256.Size)} }}

type index struct {
	mu     sync.Mutex
	digest map[string][]string // where each chunk was seen
}

// key returns text that the worker owns.
func (w *worker) key(chunk []byte) []byte {
	w.sum.Reset()
	w.sum.Write(chunk)
	var raw [sha256.Size]byte
	w.hex = hex.AppendEncode(w.hex[:0], w.sum.Sum(raw[:0])[:6])
	return w.hex
}

func (x *index) add(key []byte, where string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.digest[string(key)] = append(x.digest[string(key)], where)
}

var errEmpty = errors.New("empty file")

func (x *index) scan(name string, r io.Reader) error {
	w := workers.Get().(*worker)
	defer workers.Put(w)
	for i := 0; ; i++ {
		n, err := io.ReadFull(r, w.chunk[:])
		if n > 0 {
			x.add(w.key(w.chunk[:n]), fmt.Sprint(name, ":", i))
		}
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			if i == 0 && n == 0 {
				return errEmpty
			}
			return nil
		default:
			return fmt.Errorf("%s: chunk %d: %w", name, i, err)
		}
	}
}

func (x *index) duplicates() (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, all := range x.digest {
		n += len(all) - 1
	}
	return n
}

// same compares two files by digest.
func same(a, b string) bool {
	first, second := workers.Get().(*worker), workers.Get().(*worker)
	defer workers.Put(first)
	defer workers.Put(second)
	return bytes.Equal(first.key([]byte(a)), second.key([]byte(b)))
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("disk error") }

func main() {
	x := &index{digest: map[string][]string{}}
	files := map[string]io.Reader{
		"a": strings.NewReader(strings.Repeat("abcdefgh", 4)), "b": strings.NewReader("abcdefgh123"),
		"c": strings.NewReader(""), "d": io.MultiReader(strings.NewReader("abcdefgh"), failing{}),
	}
	var wg sync.WaitGroup
	for name, r := range files {
		wg.Go(func() {
			if err := x.scan(name, r); err != nil && name != "c" && name != "d" {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(x.duplicates(), same("x", "x"), same("x", "y"))
}
