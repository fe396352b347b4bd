// truth: detach line 65 hard

// Command blobpromote keeps small blobs in pooled memory, with a journal of
// the latest ones; large blobs leave the pool for a long-lived table.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Blob struct {
	Key  string
	Data []byte
}

var blobs = rcpool.Pool[Blob]{
	Name:  "blobs",
	Reset: func(b *Blob) { b.Key, b.Data = "", b.Data[:0] },
}

type store struct {
	journal [4]rcpool.Ref[Blob]
	writes  int
	small   map[string]rcpool.Ref[Blob]
	large   map[string]*Blob
	limit   int
}

func newStore(limit int) *store {
	return &store{small: make(map[string]rcpool.Ref[Blob]), large: make(map[string]*Blob), limit: limit}
}

// note enters the blob into the journal, with a reference of the journal's
// own.
func (s *store) note(ref rcpool.Ref[Blob]) {
	slot := &s.journal[s.writes%len(s.journal)]
	rcpool.Drop(slot)
	*slot = ref.Retain()
	s.writes++
}

var errEmpty = errors.New("blob is empty")

func (s *store) put(key string, r io.Reader) error {
	ref := blobs.Get()
	defer rcpool.Drop(&ref)
	b := ref.Value()
	buf := bytes.NewBuffer(b.Data)
	if _, err := buf.ReadFrom(r); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	b.Key, b.Data = key, buf.Bytes()
	if len(b.Data) == 0 {
		return fmt.Errorf("%s: %w", key, errEmpty)
	}
	s.remove(key)
	s.note(ref)
	if len(b.Data) > s.limit {
		s.large[key] = rcpool.Move(&ref).Detach()
		return nil
	}
	s.small[key] = rcpool.Move(&ref)
	return nil
}

func (s *store) remove(key string) {
	if old, ok := s.small[key]; ok {
		delete(s.small, key)
		old.Release()
	}
	delete(s.large, key)
}

func (s *store) latest() (keys []string) {
	for i := range min(s.writes, len(s.journal)) {
		at := (s.writes - 1 - i) % len(s.journal)
		keys = append(keys, s.journal[at].Value().Key)
	}
	return keys
}

func (s *store) close() {
	for key := range s.small {
		s.remove(key)
	}
	for i := range s.journal {
		rcpool.Drop(&s.journal[i])
	}
}

func main() {
	s := newStore(100)
	defer s.close()
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("put failed:", r.(error))
		}
		fmt.Println(s.latest(), len(s.small), len(s.large))
	}()
	for i, size := range []int{10, 0, 40, 99, 20, 400} {
		if err := s.put(fmt.Sprint("blob-", i%4), strings.NewReader(strings.Repeat("z", size))); err != nil {
			fmt.Println(err)
		}
	}
}
