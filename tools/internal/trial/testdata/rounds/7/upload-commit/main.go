// truth: zero-ref line 69 plain

// Command upload-commit takes uploads over into a store, which refuses names
// that it has.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type upload struct {
	name string
	data []byte
}

var uploads = rcpool.Pool[upload]{
	Name:  "uploads",
	Reset: func(u *upload) { u.name, u.data = "", u.data[:0] },
}

type store struct {
	mu    sync.Mutex
	files map[string]rcpool.Ref[upload]
	bytes int
}

func (s *store) full(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes+n > 1<<10
}

// commit takes u over. It returns false if there is a file of that name.
func (s *store) commit(u rcpool.Ref[upload]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.files[u.Value().name]; ok {
		u.Release()
		return false
	}
	s.files[u.Value().name] = u
	s.bytes += len(u.Value().data)
	return true
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, u := range s.files {
		delete(s.files, name)
		u.Release()
	}
}

func receive(s *store, name string, chunks ...string) error {
	u := uploads.Get()
	defer rcpool.Drop(&u)
	u.Value().name = name
	for _, chunk := range chunks {
		if s.full(len(u.Value().data) + len(chunk)) {
			return fmt.Errorf("no room for %s", u.Value().name)
		}
		u.Value().data = append(u.Value().data, chunk...)
	}
	if !s.commit(rcpool.Move(&u)) {
		return fmt.Errorf("file %s exists, %d bytes refused", name, len(u.Value().data))
	}
	return nil
}

func main() {
	s := &store{files: map[string]rcpool.Ref[upload]{}}
	defer s.close()
	fmt.Println(receive(s, "a.txt", "hello", " world"))
	fmt.Println(receive(s, "big.txt", string(make([]byte, 2000))))
	fmt.Println(receive(s, "b.txt", "hello"))
	fmt.Println(receive(s, "a.txt", "again"))
}
