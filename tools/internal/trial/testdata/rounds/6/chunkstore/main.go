// truth: correct
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

const chunkSize = 64

type chunk struct {
	n    int
	data [chunkSize]byte
}

var chunkPool = sync.Pool{New: func() any { return new(chunk) }}

var errFull = errors.New("store is full")

// A Store keeps blobs as chunks, which go back when the blob is deleted.
type Store struct {
	mu    sync.Mutex
	blobs map[string][]*chunk
	free  int
}

func (s *Store) reserve(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free < n {
		return false
	}
	s.free -= n
	return true
}

// readChunk returns a chunk that the caller owns, or an error.
func readChunk(r io.Reader) (*chunk, error) {
	c := chunkPool.Get().(*chunk)
	keep := false
	defer func() {
		if !keep {
			chunkPool.Put(c)
		}
	}()
	var err error
	c.n, err = io.ReadFull(r, c.data[:])
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	keep = true
	return c, nil
}

func putAll(chunks []*chunk) {
	for _, c := range chunks {
		chunkPool.Put(c)
	}
}

// Save reads r to its end.
func (s *Store) Save(name string, r io.Reader) (err error) {
	var chunks []*chunk
	defer func() {
		if err != nil {
			s.mu.Lock()
			s.free += len(chunks)
			s.mu.Unlock()
			putAll(chunks)
		}
	}()
	for {
		c, err := readChunk(r)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if !s.reserve(1) {
			chunkPool.Put(c)
			return fmt.Errorf("save %s: %w", name, errFull)
		}
		chunks = append(chunks, c)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(name)
	s.blobs[name] = chunks
	return nil
}

func (s *Store) Load(name string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	chunks, ok := s.blobs[name]
	var text strings.Builder
	for _, c := range chunks {
		text.Write(c.data[:c.n])
	}
	return text.String(), ok
}

func (s *Store) Delete(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(name)
}

// remove expects that s is locked.
func (s *Store) remove(name string) {
	chunks := s.blobs[name]
	delete(s.blobs, name)
	s.free += len(chunks)
	putAll(chunks)
}

func main() {
	s := &Store{blobs: map[string][]*chunk{}, free: 40}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			name := fmt.Sprint("blob", i)
			for n := range 30 {
				want := strings.Repeat(name, n)
				if err := s.Save(name, strings.NewReader(want)); err != nil {
					continue
				}
				if got, ok := s.Load(name); got != want || !ok {
					fmt.Println("wrong blob", len(got), len(want))
				}
			}
			s.Delete(name)
		})
	}
	wg.Wait()
	err := s.Save("big", strings.NewReader(strings.Repeat("x", 41*chunkSize)))
	fmt.Println(errors.Is(err, errFull), s.free, len(s.blobs))
}
