// Package releasepanics has counters that panic if there is one release too many, and functions
// that recover.
package releasepanics

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// A file counts its references.
type file struct {
	refs atomic.Int32
	name string
}

func newFile(name string) *file {
	f := &file{name: name}
	f.refs.Store(1)
	return f
}

// IncRef takes a reference.
func (f *file) IncRef() { f.refs.Add(1) }

// DecRef gives one up.
func (f *file) DecRef() {
	if n := f.refs.Add(-1); n < 0 {
		panic("file " + f.name + " is closed")
	}
}

var errEmpty = errors.New("empty")

// open fails without a name.
func open(name string) (*file, error) {
	if name == "" {
		return nil, errEmpty
	}
	return newFile(name), nil
}

// finish shows the name, and releases the file.
func finish(f *file, prefix string) {
	if prefix == "" {
		panic("no prefix")
	}
	fmt.Println(prefix, f.name)
	f.DecRef()
}

// check panics if the name is not allowed.
func check(f *file) {
	if f.name[0] == '.' {
		panic("hidden")
	}
}
