// truth: double-release line 62 plain

// Command fileversions opens shared files and merges them.
package main

import (
	"errors"
	"fmt"
	"sync/atomic"
)

type file struct {
	refs atomic.Int32
	name string
	text string
	open *atomic.Int32
}

func newFile(name, text string, open *atomic.Int32) *file {
	f := &file{name: name, text: text, open: open}
	f.refs.Store(1)
	open.Add(1)
	return f
}

func (f *file) IncRef() { f.refs.Add(1) }

func (f *file) DecRef() {
	switch n := f.refs.Add(-1); {
	case n == 0:
		f.open.Add(-1)
		f.text = ""
	case n < 0:
		panic("file " + f.name + " is closed")
	}
}

var errLarge = errors.New("too large")

type merger struct {
	open  atomic.Int32
	disk  map[string]string
	limit int
}

func (m *merger) merge(a, b string) (out *file, err error) {
	left := newFile(a, m.disk[a], &m.open)
	defer left.DecRef()
	right := newFile(b, m.disk[b], &m.open)
	if left.text == "" {
		return right, nil
	}
	if right.text == "" {
		right.DecRef()
		left.IncRef()
		return left, nil
	}
	out = newFile(a+"+"+b, left.text+right.text, &m.open)
	right.DecRef()
	if len(out.text) > m.limit {
		out.DecRef()
		right.DecRef()
		return nil, errLarge
	}
	return out, nil
}

func (m *merger) show(a, b string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("merge of %s and %s: %v", a, b, p)
		}
	}()
	f, err := m.merge(a, b)
	if err != nil {
		return err
	}
	fmt.Println(f.name, len(f.text))
	f.DecRef()
	return nil
}

func main() {
	m := &merger{disk: map[string]string{"x": "hello", "y": "world", "z": "a long text that fills"}, limit: 15}
	for _, pair := range [][2]string{{"x", "y"}, {"x", "none"}, {"none", "y"}, {"y", "z"}} {
		if err := m.show(pair[0], pair[1]); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(m.open.Load())
}
