// truth: escape line 36,45 hard
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"sync"
)

type encodeState struct {
	bytes.Buffer
	enc *json.Encoder
}

var states = sync.Pool{New: func() any {
	s := new(encodeState)
	s.enc = json.NewEncoder(&s.Buffer)
	return s
}}

type entry struct {
	etag uint32
	body []byte
}

// A Store keeps the encoded form of documents.
type Store struct {
	mu      sync.RWMutex
	entries map[string]*entry
}

func (s *Store) Save(key string, document any) (uint32, error) {
	state := states.Get().(*encodeState)
	defer states.Put(state)
	state.Reset()
	if err := state.enc.Encode(document); err != nil {
		return 0, fmt.Errorf("save %s: %w", key, err)
	}
	e := &entry{body: state.Bytes()}
	e.etag = crc32.ChecksumIEEE(e.body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries[key] = e
	return e.etag, nil
}

func (s *Store) Load(key string, etag uint32) (body []byte, changed bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, ok := s.entries[key]
	if !ok || e.etag == etag {
		return nil, false
	}
	return e.body, true
}

// Verify returns how many entries do not have their checksum.
func (s *Store) Verify() (broken int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, e := range s.entries {
		if crc32.ChecksumIEEE(e.body) != e.etag {
			broken++
		}
	}
	return broken
}

type document struct {
	ID    int      `json:"id"`
	Words []string `json:"words"`
}

func main() {
	s := &Store{entries: map[string]*entry{}}
	for i := range 50 {
		d := document{ID: i, Words: []string{"alpha", fmt.Sprint("beta", i)}}
		if _, err := s.Save(fmt.Sprint("doc", i), d); err != nil {
			fmt.Println(err)
		}
	}
	_, err := s.Save("bad", func() {})
	fmt.Println(err)
	_, changed := s.Load("doc3", 0)
	fmt.Println(changed, "broken entries:", s.Verify() > 0)
}
