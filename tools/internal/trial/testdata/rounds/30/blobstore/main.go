// truth: correct

// Command blobstore is a content-addressable store. Hashes and scratch space
// come from a small generic pool on top of sync.Pool.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"sync"
)

// A pool is a sync.Pool for one type, which resets what it hands out.
type pool[T any] struct {
	p     sync.Pool
	reset func(*T)
}

func newPool[T any](make func() *T, reset func(*T)) *pool[T] {
	return &pool[T]{p: sync.Pool{New: func() any { return make() }}, reset: reset}
}

func (p *pool[T]) get() *T {
	x := p.p.Get().(*T)
	p.reset(x)
	return x
}

func (p *pool[T]) put(x *T) { p.p.Put(x) }

// use lends an object to f.
func (p *pool[T]) use(f func(*T) error) error {
	x := p.get()
	defer p.put(x)
	return f(x)
}

type digest struct {
	hash.Hash
	sum [sha256.Size]byte
}

type scratch struct{ b [512]byte }

var (
	digests = newPool(
		func() *digest { return &digest{Hash: sha256.New()} },
		func(d *digest) { d.Hash.Reset(); clear(d.sum[:]) })
	scratches = newPool(func() *scratch { return new(scratch) }, func(*scratch) {})
)

type store struct {
	mu    sync.Mutex
	blobs map[string]string
}

var errTooLarge = errors.New("blob is too large")

// put stores what r has and returns its name.
func (s *store) put(r io.Reader, limit int64) (name string, err error) {
	var blob strings.Builder
	d := digests.get()
	defer digests.put(d)
	err = scratches.use(func(sc *scratch) error {
		n, err := io.CopyBuffer(io.MultiWriter(d, &blob), onlyReader{io.LimitReader(r, limit+1)}, sc.b[:])
		if err == nil && n > limit {
			err = errTooLarge
		}
		return err
	})
	if err != nil {
		return "", err
	}
	name = hex.EncodeToString(d.Sum(d.sum[:0])[:6])
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blobs[name] = blob.String()
	return name, nil
}

// onlyReader hides other methods, so that the buffer is used.
type onlyReader struct{ io.Reader }

func (s *store) verify() (bad int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, blob := range s.blobs {
		digests.use(func(d *digest) error {
			io.WriteString(d, blob)
			if hex.EncodeToString(d.Sum(nil)[:6]) != name {
				bad++
			}
			return nil
		})
	}
	return bad
}

func main() {
	s := &store{blobs: map[string]string{}}
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			if _, err := s.put(strings.NewReader(strings.Repeat("abc", 100*i)), 1000); err != nil {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(len(s.blobs), s.verify())
}
