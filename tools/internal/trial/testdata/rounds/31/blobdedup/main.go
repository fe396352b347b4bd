// truth: correct

// Command blobdedup stores uploads by content, in chunks that several blobs
// may share.
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"sync"
)

const chunkSize = 64

type digest [sha256.Size]byte

type tools struct {
	hash hash.Hash
	in   *bufio.Reader
	buf  [chunkSize]byte
}

var kits = sync.Pool{New: func() any {
	return &tools{hash: sha256.New(), in: bufio.NewReaderSize(nil, 4*chunkSize)}
}}

// borrow readies a kit for r; the result gives it back.
func borrow(r io.Reader) (*tools, func()) {
	k := kits.Get().(*tools)
	k.in.Reset(r)
	k.hash.Reset()
	return k, func() {
		k.in.Reset(nil)
		clear(k.buf[:])
		kits.Put(k)
	}
}

type store struct {
	mu     sync.Mutex
	chunks map[digest][]byte
	users  map[digest]int
}

func (s *store) keep(d digest, data []byte) (fresh bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[d]++
	if _, ok := s.chunks[d]; ok {
		return false
	}
	s.chunks[d] = append([]byte(nil), data...)
	return true
}

func (s *store) forget(ds []digest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range ds {
		if s.users[d]--; s.users[d] == 0 {
			delete(s.users, d)
			delete(s.chunks, d)
		}
	}
}

// upload stores what r has, or nothing.
func (s *store) upload(r io.Reader) (name string, fresh int, err error) {
	k, giveBack := borrow(r)
	defer giveBack()
	var all []digest
	defer func() {
		if err != nil {
			s.forget(all)
		}
	}()
	for {
		n, err := io.ReadFull(k.in, k.buf[:])
		if n > 0 {
			d := digest(sha256.Sum256(k.buf[:n]))
			k.hash.Write(d[:])
			all = append(all, d)
			if s.keep(d, k.buf[:n]) {
				fresh++
			}
		}
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			if len(all) == 0 {
				return "", 0, errors.New("empty upload")
			}
			return hex.EncodeToString(k.hash.Sum(nil)[:4]), fresh, nil
		case err != nil:
			return "", fresh, err
		}
	}
}

type broken struct{ left int }

func (b *broken) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errors.New("peer hung up")
	}
	b.left--
	return copy(p, strings.Repeat("q", len(p))), nil
}

func main() {
	s := &store{chunks: make(map[digest][]byte), users: make(map[digest]int)}
	fmt.Println(s.upload(strings.NewReader(strings.Repeat("a", 200))))
	fmt.Println(s.upload(strings.NewReader(strings.Repeat("a", 128) + "tail")))
	fmt.Println(s.upload(strings.NewReader("")))
	_, _, err := s.upload(&broken{left: 2})
	fmt.Println(err, len(s.chunks))
}
