// Package ctxrelease has counted objects whose DecRef takes a context of the
// program's own, which is not what is released.
package ctxrelease

import (
	"errors"
	"sync/atomic"

	"test/families/ctxrelease/sentry"
)

var errPerm = errors.New("permission denied")

// A file is an open file with a count.
type file struct {
	refs  atomic.Int64
	inode *inode
	pos   int
}

// NewFile returns a file with one reference, which has a reference to the inode.
func NewFile(i *inode) *file {
	i.IncRef()
	f := &file{inode: i}
	f.refs.Store(1)
	sentry.Live.Add(1)
	return f
}

func (f *file) IncRef() {
	if f.refs.Add(1) <= 1 {
		panic("IncRef of a dead file")
	}
}

// DecRef gives a reference up, and the reference to the inode with the last one.
func (f *file) DecRef(ctx sentry.Context) {
	switch n := f.refs.Add(-1); {
	case n < 0:
		panic("double DecRef of a file")
	case n == 0:
		f.inode.DecRef(ctx)
		f.pos = -1
		sentry.Live.Add(-1)
	}
}

func (f *file) read(n int) int {
	if f.refs.Load() <= 0 {
		panic("use-after-release of a file")
	}
	f.pos += n
	return f.pos
}

// An inode is what a file refers to.
type inode struct {
	refs atomic.Int64
	mode int
}

func NewInode(mode int) *inode {
	i := &inode{mode: mode}
	i.refs.Store(1)
	sentry.Live.Add(1)
	return i
}

func (i *inode) IncRef() {
	if i.refs.Add(1) <= 1 {
		panic("IncRef of a dead inode")
	}
}

func (i *inode) TryIncRef() bool {
	for {
		n := i.refs.Load()
		if n <= 0 {
			return false
		}
		if i.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (i *inode) DecRef(ctx sentry.Context) {
	switch n := i.refs.Add(-1); {
	case n < 0:
		panic("double DecRef of an inode")
	case n == 0:
		i.mode = -1
		sentry.Live.Add(-1)
	}
}

func (i *inode) check(mode int) error {
	if i.refs.Load() <= 0 {
		panic("use-after-release of an inode")
	}
	if i.mode&mode == 0 {
		return errPerm
	}
	return nil
}

// A task has a context of its own.
type task struct {
	sentry.Context
	files map[int]*file
}

// A permError is an error of its own type.
type permError struct{ mode int }

func (e *permError) Error() string { return "permission denied" }

// NewFileFor returns a file if the mode allows it.
func NewFileFor(i *inode, mode int) (*file, *permError) {
	if i.check(mode) != nil {
		return nil, &permError{mode}
	}
	return NewFile(i), nil
}

// A number is an error as a value; zero is success.
type number int

func (n number) Error() string { return "error" }

// NewFileOr returns a file, or a number.
func NewFileOr(i *inode, mode int) (*file, number) {
	if i.check(mode) != nil {
		return nil, 13
	}
	return NewFile(i), 0
}

// A pair refers to two inodes.
type pair struct{ left, right *inode }

func (p pair) IncRef() {
	p.left.IncRef()
	p.right.IncRef()
}

func (p pair) DecRef(ctx sentry.Context) {
	p.left.DecRef(ctx)
	p.right.DecRef(ctx)
}

// newPair returns a pair that owns both.
func newPair(left, right *inode) pair {
	p := pair{left, right}
	p.IncRef()
	return p
}

// A memory counts the references to its ranges.
type memory struct{ counts map[span]int }

type span struct{ from, to int }

func (m *memory) IncRef(s span) { m.counts[s]++ }

func (m *memory) DecRef(s span) { m.counts[s]-- }

// A node is counted by the inode in it.
type node struct {
	base inode
	name string
}

func NewNode(name string) *node {
	n := &node{name: name}
	n.base.refs.Store(1)
	sentry.Live.Add(1)
	return n
}

func (n *node) IncRef() { n.base.IncRef() }

func (n *node) DecRef(ctx sentry.Context) { n.base.DecRef(ctx) }
