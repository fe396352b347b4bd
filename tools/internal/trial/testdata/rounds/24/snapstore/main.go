// truth: unclosed line 36 plain

// Command snapstore stores snapshots of a key space as compressed pages with a
// checksum.
package main

import (
	"bytes"
	"compress/zlib"
	"crypto"
	_ "crypto/sha256"
	"encoding/gob"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type page struct {
	sum  []byte
	body rcpool.Ref[bytes.Buffer]
}

type store struct {
	pages map[int]page
}

// write stores a snapshot under id.
func (s *store) write(id int, snapshot map[string]int) error {
	body := stdpool.Buffer()
	defer rcpool.Drop(&body)
	z := stdpool.ZlibWriter(body.Value(), zlib.BestSpeed)
	defer z.Release()
	enc := gob.NewEncoder(z.Value())
	for _, key := range slices.Sorted(maps.Keys(snapshot)) {
		if err := enc.Encode(key); err != nil {
			return err
		}
		if err := enc.Encode(snapshot[key]); err != nil {
			return err
		}
	}
	if err := z.Value().Flush(); err != nil {
		return err
	}
	hash := stdpool.Hash(crypto.SHA256)
	defer hash.Release()
	hash.Value().Write(body.Value().Bytes())
	s.drop(id)
	s.pages[id] = page{hash.Value().Sum(nil), rcpool.Move(&body)}
	return nil
}

func (s *store) drop(id int) {
	if old, ok := s.pages[id]; ok {
		delete(s.pages, id)
		old.body.Release()
	}
}

// read borrows the page and returns a copy of the snapshot.
func (s *store) read(id int) (map[string]int, error) {
	p, ok := s.pages[id]
	if !ok {
		return nil, fmt.Errorf("no snapshot %d", id)
	}
	z, err := stdpool.ZlibReader(bytes.NewReader(p.body.Value().Bytes()))
	if err != nil {
		return nil, err
	}
	defer z.Release()
	dec := gob.NewDecoder(z.Value())
	snapshot := make(map[string]int)
	for {
		var key string
		if err := dec.Decode(&key); err == io.EOF {
			return snapshot, nil
		} else if err != nil {
			return snapshot, fmt.Errorf("snapshot %d: %w", id, err)
		}
		var value int
		if err := dec.Decode(&value); err != nil {
			return snapshot, err
		}
		snapshot[key] = value
	}
}

func (s *store) close() {
	for id := range s.pages {
		s.drop(id)
	}
}

func main() {
	s := &store{pages: make(map[int]page)}
	defer s.close()
	for id := range 3 {
		snapshot := make(map[string]int)
		for k := range 50 * (id + 1) {
			snapshot[fmt.Sprint("key-", k)] = k * id
		}
		if err := s.write(id%2, snapshot); err != nil {
			fmt.Println(err)
		}
	}
	for id := range 3 {
		snapshot, err := s.read(id)
		fmt.Println(id, len(snapshot), err)
	}
}
