// truth: double-release line 59 callee

// Uploads checks chunks of files, stores them and counts what is complete.
package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/rcpool/rcpool"
)

type Chunk struct {
	File string
	Sum  uint32
	Data []byte
}

func (c *Chunk) Reset() { *c = Chunk{Data: c.Data[:0]} }

var chunks = rcpool.Pool[Chunk]{Name: "chunks"}

var (
	errSum  = errors.New("checksum mismatch")
	errFile = errors.New("no such file")
)

type Store struct {
	mu    sync.Mutex
	files map[string][]rcpool.Ref[Chunk]
}

func (s *Store) accept(c rcpool.Ref[Chunk]) error {
	chunk := c.Value()
	if crc32.ChecksumIEEE(chunk.Data) != chunk.Sum {
		c.Release()
		return errSum
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list, ok := s.files[chunk.File]
	if !ok {
		c.Release()
		return errFile
	}
	s.files[chunk.File] = append(list, c)
	return nil
}

func (s *Store) Put(file, data string, sum uint32) error {
	c := chunks.Get()
	chunk := c.Value()
	chunk.File = file
	chunk.Sum = sum
	chunk.Data = append(chunk.Data, data...)
	if err := s.accept(c); err != nil {
		c.Release()
		return fmt.Errorf("put %s: %w", file, err)
	}
	return nil
}

func (s *Store) Size(file string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.files[file] {
		n += len(c.Value().Data)
	}
	return n
}

func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for file, list := range s.files {
		for _, c := range list {
			c.Release()
		}
		delete(s.files, file)
	}
}

func main() {
	s := &Store{files: map[string][]rcpool.Ref[Chunk]{"a.txt": nil}}
	defer s.Close()
	for i, data := range []string{"hello ", "world", "!"} {
		sum := crc32.ChecksumIEEE([]byte(data))
		if i == 2 {
			sum++
		}
		fmt.Println(s.Put("a.txt", data, sum), s.Size("a.txt"))
	}
}
