// truth: correct
package main

import (
	"crypto"
	_ "crypto/sha256"
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// Entry is a file of a backup.
type Entry struct {
	Path  string
	Sum   []byte
	Size  int
	Stale bool
}

func (e *Entry) Reset() { *e = Entry{Sum: e.Sum[:0]} }

var entries = rcpool.Pool[Entry]{Name: "backup.entries"}

// Manifest owns its entries, which are sorted by path. Entries that did not
// change are shared with the manifest of the last run.
type Manifest struct {
	entries []rcpool.Ref[Entry]
}

func (m *Manifest) find(path string) (int, bool) {
	return slices.BinarySearchFunc(m.entries, path, func(e rcpool.Ref[Entry], path string) int {
		switch p := e.Value().Path; {
		case p < path:
			return -1
		case p > path:
			return 1
		}
		return 0
	})
}

// put takes e over, in place of an entry with the same path.
func (m *Manifest) put(e rcpool.Ref[Entry]) {
	i, ok := m.find(e.Value().Path)
	if ok {
		m.entries[i].Release()
		m.entries[i] = e
		return
	}
	m.entries = slices.Insert(m.entries, i, e)
}

// prune removes what drop says.
func (m *Manifest) prune(drop func(*Entry) bool) {
	m.entries = slices.DeleteFunc(m.entries, func(e rcpool.Ref[Entry]) bool {
		if !drop(e.Value()) {
			return false
		}
		e.Release()
		return true
	})
}

func (m *Manifest) Close() {
	for _, e := range m.entries {
		e.Release()
	}
	m.entries = nil
}

type file struct{ path, text string }

func scan(f file) rcpool.Ref[Entry] {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	h.Value().Write([]byte(f.text))
	ref := entries.Get()
	e := ref.Value()
	e.Path, e.Size = f.path, len(f.text)
	e.Sum = h.Value().Sum(e.Sum)
	return ref
}

// run makes the next manifest and says what has to be uploaded. It takes last over.
func run(last *Manifest, files []file) (next *Manifest, upload []string) {
	defer last.Close()
	next = new(Manifest)
	for _, f := range files {
		e := scan(f)
		if i, ok := last.find(f.path); ok && slices.Equal(last.entries[i].Value().Sum, e.Value().Sum) {
			e.Release()
			next.put(last.entries[i].Retain())
			continue
		}
		upload = append(upload, f.path)
		next.put(e)
	}
	return next, upload
}

func main() {
	m := new(Manifest)
	var upload []string
	for _, files := range [][]file{
		{{"b", "bb"}, {"a", "aa"}, {"c", "cc"}},
		{{"a", "aa"}, {"b", "changed"}, {"b", "twice"}, {"c", "cc"}},
		{{"b", "twice"}, {"d", ""}, {"c", "cc"}},
	} {
		m, upload = run(m, files)
		fmt.Println(len(m.entries), upload)
	}
	m.prune(func(e *Entry) bool { return e.Size == 0 })
	for _, e := range m.entries {
		fmt.Printf("%s %d %x\n", e.Value().Path, e.Value().Size, e.Value().Sum[:3])
	}
	m.Close()
}
