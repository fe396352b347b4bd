// truth: double-release line 112 callee

// Command blobfile shares open blob files between readers.
package main

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

type File struct {
	name string
	data []byte
	refs atomic.Int32
	fs   *FS
}

func NewFile(fs *FS, name string, data []byte) *File {
	f := &File{name: name, data: data, fs: fs}
	f.refs.Store(1)
	return f
}

func (f *File) IncRef() { f.refs.Add(1) }

func (f *File) DecRef() {
	switch n := f.refs.Add(-1); {
	case n == 0:
		f.fs.closed(f)
	case n < 0:
		panic("reference count of " + f.name + " is negative")
	}
}

type FS struct {
	mu     sync.Mutex
	blobs  map[string][]byte
	closes map[string]int
}

func (fs *FS) closed(f *File) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.closes[f.name]++
	f.data = nil
}

var errMissing = errors.New("no such blob")

func (fs *FS) load(name string) ([]byte, error) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	data, ok := fs.blobs[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, errMissing)
	}
	return data, nil
}

// A Section reads a part of a file.
type Section struct {
	file   *File
	at, to int
}

func newSection(f *File, from, to int) *Section {
	f.IncRef()
	return &Section{file: f, at: from, to: to}
}

func (s *Section) Read(p []byte) (int, error) {
	if s.at >= s.to || s.at >= len(s.file.data) {
		return 0, io.EOF
	}
	n := copy(p, s.file.data[s.at:min(s.to, len(s.file.data))])
	s.at += n
	return n, nil
}

func (s *Section) Close() error {
	if s.file == nil {
		return nil
	}
	s.file.DecRef()
	s.file = nil
	return nil
}

func drain(s *Section) (string, error) {
	defer s.Close()
	b, err := io.ReadAll(s)
	return string(b), err
}

func readRanges(fs *FS, name string, ranges [][2]int) (parts []string, err error) {
	data, err := fs.load(name)
	if err != nil {
		return nil, err
	}
	f := NewFile(fs, name, data)
	defer f.DecRef()
	for _, r := range ranges {
		s := newSection(f, r[0], r[1])
		part, err := drain(s)
		if err != nil {
			return nil, err
		}
		if part == "" {
			f.DecRef()
			return parts, io.ErrUnexpectedEOF
		}
		parts = append(parts, part)
	}
	return parts, nil
}

func main() {
	fs := &FS{blobs: map[string][]byte{"a": []byte("hello blob world")}, closes: map[string]int{}}
	fmt.Println(readRanges(fs, "a", [][2]int{{0, 5}, {6, 10}}))
	fmt.Println(readRanges(fs, "b", nil))
	fmt.Println(readRanges(fs, "a", [][2]int{{0, 5}, {90, 99}}))
	fmt.Println(fs.closes)
}
