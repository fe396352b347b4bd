// truth: double-release line 40,57,74 hard

// Command blobupload stores blobs, with an upload object that owns the blob.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Blob struct {
	Type string
	Data []byte
}

func (b *Blob) Reset() { b.Type, b.Data = "", b.Data[:0] }

var blobs = rcpool.Pool[Blob]{
	Name: "blobs",
	Keep: func(b *Blob) bool { return cap(b.Data) <= 1<<16 },
}

var errType = errors.New("type is not allowed")

// An upload owns its blob until Close.
type upload struct {
	blob    rcpool.Ref[Blob]
	name    string
	started bool
}

func (u *upload) Close() {
	u.started = false
	u.blob.Release()
}

type Store struct {
	mu    sync.Mutex
	sizes map[string]int
}

func (s *Store) commit(u *upload) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sizes[u.name] = len(u.blob.Value().Data)
}

func (s *Store) Put(name, contentType string, body io.Reader) error {
	blob := blobs.Get()
	u := &upload{blob: blob, name: name, started: true}
	defer u.Close()

	b := blob.Value()
	b.Type = contentType
	var chunk [32]byte
	for {
		n, err := body.Read(chunk[:])
		b.Data = append(b.Data, chunk[:n]...)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if !strings.HasPrefix(b.Type, "image/") {
		err := fmt.Errorf("%s: %w: %s", u.name, errType, b.Type)
		blob.Release()
		return err
	}
	s.commit(u)
	return nil
}

func main() {
	s := &Store{sizes: make(map[string]int)}
	for name, contentType := range map[string]string{"cat": "image/png", "dog": "image/jpeg"} {
		if err := s.Put(name, contentType, strings.NewReader(strings.Repeat(name, 50))); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(s.sizes)
	if err := s.Put("run", "text/x-sh", strings.NewReader("rm")); !errors.Is(err, errType) {
		log.Fatal(err)
	}
}
