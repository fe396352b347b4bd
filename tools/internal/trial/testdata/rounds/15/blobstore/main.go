// truth: leak line 60 callee
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var open atomic.Int64

type Blob struct {
	refs atomic.Int32
	data []byte
}

func NewBlob(data string) *Blob {
	open.Add(1)
	b := &Blob{data: []byte(data)}
	b.refs.Store(1)
	return b
}

func (b *Blob) Retain() { b.refs.Add(1) }

func (b *Blob) Release() {
	if n := b.refs.Add(-1); n == 0 {
		b.data = nil
		open.Add(-1)
	} else if n < 0 {
		panic("blob released twice")
	}
}

var errExists, errFull = errors.New("key exists"), errors.New("store is full")

type Store struct {
	mu    sync.Mutex
	blobs map[string]*Blob
	room  int
}

// add keeps the blob if there is no error.
func (s *Store) add(key string, b *Blob) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.blobs[key]; ok {
		return errExists
	}
	if len(b.data) > s.room {
		return errFull
	}
	s.room -= len(b.data)
	s.blobs[key] = b
	return nil
}

func (s *Store) upload(key, data string) error {
	b := NewBlob(data)
	switch err := s.add(key, b); {
	case errors.Is(err, errExists):
		b.Release()
		return nil
	case err != nil:
		return fmt.Errorf("upload %s: %w", key, err)
	}
	return nil
}

func (s *Store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, b := range s.blobs {
		delete(s.blobs, k)
		b.Release()
	}
}

func main() {
	s := &Store{blobs: map[string]*Blob{}, room: 12}
	for _, kv := range [][2]string{{"a", "hello"}, {"a", "again"}, {"b", "too large"}, {"c", "fits"}} {
		if err := s.upload(kv[0], kv[1]); err != nil {
			fmt.Println(err)
		}
	}
	s.close()
	fmt.Println("open blobs:", open.Load())
}
