// truth: leak line 80 callee

// Command manifest resolves file versions of a storage engine.
package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Version struct {
	Seq   uint64
	Files []uint64
}

func (v *Version) Reset() { v.Seq, v.Files = 0, v.Files[:0] }

var versions = rcpool.Pool[Version]{Name: "versions"}

type manifest struct {
	mu      sync.Mutex
	current rcpool.Ref[Version]
}

// pin returns the current version, or the zero Ref if there is none.
func (m *manifest) pin() rcpool.Ref[Version] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.current.IsZero() {
		return rcpool.Ref[Version]{}
	}
	return m.current.Retain()
}

func (m *manifest) install(next rcpool.Ref[Version]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rcpool.Drop(&m.current)
	m.current = next
}

type edit struct {
	add, del []uint64
}

func (m *manifest) apply(e edit) {
	next := versions.Get()
	v := next.Value()
	base := m.pin()
	if !base.IsZero() {
		v.Seq = base.Value().Seq
		for _, f := range base.Value().Files {
			if !slices.Contains(e.del, f) {
				v.Files = append(v.Files, f)
			}
		}
		base.Release()
	}
	v.Files = append(v.Files, e.add...)
	slices.Sort(v.Files)
	v.Seq++
	m.install(next)
}

func (m *manifest) has(file uint64) bool {
	v := m.pin()
	if v.IsZero() {
		return false
	}
	defer v.Release()
	_, ok := slices.BinarySearch(v.Value().Files, file)
	return ok
}

// overlap counts the files at and above file.
func (m *manifest) overlap(file uint64) int {
	v := m.pin()
	if v.IsZero() {
		return 0
	}
	i, _ := slices.BinarySearch(v.Value().Files, file)
	return len(v.Value().Files) - i
}

func (m *manifest) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	rcpool.Drop(&m.current)
}

func main() {
	var m manifest
	fmt.Println(m.has(1), m.overlap(1))
	m.apply(edit{add: []uint64{3, 1, 7}})
	m.apply(edit{add: []uint64{9, 5}, del: []uint64{3}})
	fmt.Println(m.has(3), m.has(5), m.overlap(5))
	m.close()
	check()
}
