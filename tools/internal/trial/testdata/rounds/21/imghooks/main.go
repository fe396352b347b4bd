// truth: escape line 65 hard
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"sync"
)

var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// request is one upload, with what is to be done when it has been answered.
type request struct {
	name  string
	body  io.Reader
	hooks []func()
}

func (r *request) after(f func()) { r.hooks = append(r.hooks, f) }

func (r *request) finish() {
	for i := len(r.hooks) - 1; i >= 0; i-- {
		r.hooks[i]()
	}
	r.hooks = nil
}

type store struct {
	mu    sync.Mutex
	etags map[string]uint64
	sizes []int
}

func (s *store) record(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sizes = append(s.sizes, n)
}

func etag(data []byte) uint64 {
	h := fnv.New64a()
	h.Write(data)
	return h.Sum64()
}

var errFormat = errors.New("unknown format")

func (s *store) upload(r *request) error {
	buf := scratch.Get().(*bytes.Buffer)
	buf.Reset()
	defer scratch.Put(buf)
	if _, err := buf.ReadFrom(r.body); err != nil {
		return err
	}
	data := buf.Bytes()
	if !bytes.HasPrefix(data, []byte("PNG")) {
		r.after(func() { fmt.Println("rejected", r.name) })
		return errFormat
	}
	size := len(data)
	r.after(func() { s.record(size) })
	r.after(func() {
		sum := etag(data)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.etags[r.name] = sum
	})
	return nil
}

func serve(s *store, name, body string) string {
	r := &request{name: name, body: bytes.NewReader([]byte(body))}
	defer r.finish()
	if err := s.upload(r); err != nil {
		return "415 " + err.Error()
	}
	return "201 " + name
}

func main() {
	s := &store{etags: map[string]uint64{}}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 50 {
				serve(s, fmt.Sprintf("img-%d", i%5), fmt.Sprintf("PNG%d %d", g, i))
			}
		})
	}
	wg.Wait()
	fmt.Println(serve(s, "notes.txt", "hello"))
	fmt.Println(len(s.etags), len(s.sizes))
}
