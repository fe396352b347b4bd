// truth: double-release line 48,57 callee
package main

import (
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// member is one file of an archive.
type member struct {
	fw   *flate.Writer
	name string
	size int
}

var members = sync.Pool{New: func() any {
	fw, _ := flate.NewWriter(io.Discard, flate.BestSpeed)
	return &member{fw: fw}
}}

func open(w io.Writer, name string) *member {
	m := members.Get().(*member)
	m.fw.Reset(w)
	m.name, m.size = name, 0
	return m
}

func (m *member) Write(p []byte) (int, error) {
	m.size += len(p)
	return m.fw.Write(p)
}

// Close ends the file.
func (m *member) Close() error {
	err := m.fw.Close()
	members.Put(m)
	return err
}

var errEmpty = errors.New("empty file")

func add(w io.Writer, name string, src io.Reader) (int, error) {
	m := open(w, name)
	defer m.Close()
	n, err := io.Copy(m, src)
	if err != nil {
		return 0, err
	}
	if n == 0 {
		return 0, fmt.Errorf("%s: %w", name, errEmpty)
	}
	size := m.size
	if err := m.Close(); err != nil {
		return 0, err
	}
	return size, nil
}

func main() {
	var packed strings.Builder
	fmt.Println(add(&packed, "empty", strings.NewReader("")))
	fmt.Println(add(&packed, "a.txt", strings.NewReader(strings.Repeat("hello ", 100))))
	first, second := open(io.Discard, "first"), open(io.Discard, "second")
	fmt.Println("two owners of one member:", first == second)
	_, _ = first.Close(), second.Close()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 20 {
				_, _ = add(io.Discard, "x", strings.NewReader("some text"))
			}
		})
	}
	wg.Wait()
}
