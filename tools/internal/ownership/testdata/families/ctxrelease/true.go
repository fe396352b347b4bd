package ctxrelease

import (
	"test/families/ctxrelease/sentry"
)

// The file is read after the last reference was given up.
func readLate(ctx sentry.Context, i *inode) int {
	f := NewFile(i)
	f.DecRef(ctx)
	return f.read(10) // want "use-after-release: "
}

// When the check fails, the file is released twice.
func readOnceTwice(ctx sentry.Context, i *inode) (int, error) {
	f := NewFile(i)
	defer f.DecRef(ctx)
	if err := i.check(4); err != nil {
		f.DecRef(ctx) // want "double-release: "
		return 0, err
	}
	return f.read(1), nil
}

// The file is never released.
func readLost(i *inode) int {
	f := NewFile(i) // want "leak: "
	return f.read(3)
}

// One of the two is released twice, and the other one never.
func readWrong(ctx sentry.Context, left, right *inode) int {
	l := NewFile(left)
	r := NewFile(right)
	n := l.read(1) + r.read(1)
	l.DecRef(ctx)
	l.DecRef(ctx) // want "double-release: "
	r.DecRef(ctx)
	return n
}

// When the check fails, the file is lost.
func (t *task) installLost(fd int, i *inode) error {
	f := NewFile(i) // want "leak: "
	if err := i.check(2); err != nil {
		return err
	}
	if old := t.files[fd]; old != nil {
		old.DecRef(t)
	}
	t.files[fd] = f
	return nil
}

// What the loop retains is not given up when it ends early.
func (t *task) find(pos int) int {
	for fd, f := range t.files {
		f.IncRef() // missed "leak: "
		if f.read(1) == pos {
			return fd
		}
		f.DecRef(t)
	}
	return -1
}

// The inode that was retained is not released when the check fails.
func tryCheckLost(ctx sentry.Context, i *inode) error {
	if !i.TryIncRef() { // want "leak: "
		return errPerm
	}
	if err := i.check(1); err != nil {
		return err
	}
	i.DecRef(ctx)
	return ctx.Err()
}

// The inode is used after the function that cleans up has run.
func prepareLate(ctx sentry.Context, mode int) error {
	i := NewInode(mode)
	cleanup := func() { i.DecRef(ctx) }
	cleanup()
	return i.check(1) // want "use-after-release: "
}

// There is a file if there is no error.
func readForLost(i *inode) int {
	f, err := NewFileFor(i, 4) // want "leak: "
	if err != nil {
		return 0
	}
	return f.read(1)
}

// There is a file if the number is zero.
func readOrLost(i *inode) int {
	f, failed := NewFileOr(i, 4) // want "leak: "
	if failed != 0 {
		return 0
	}
	return f.read(1)
}

// The pair is never given up.
func checkPairLost(left, right *inode) error {
	p := newPair(left, right) // missed "leak: "
	return p.left.check(1)
}

// The file is given up twice, whatever becomes of the memory.
func freeTwice(ctx sentry.Context, m *memory, i *inode, s span) {
	f := NewFile(i)
	m.DecRef(s)
	f.DecRef(ctx)
	f.DecRef(ctx) // want "double-release: "
}

// The caller owns nothing by a number.
func positionLost(i *inode) int {
	f := NewFile(i) // want "leak: "
	return f.pos
}

// The file was made here, so nobody else holds a reference.
func rewound(ctx sentry.Context, i *inode) int {
	f := NewFile(i)
	f.DecRef(ctx)
	return f.pos // want "use-after-release: "
}

// The caller owns nothing by the name.
func nameOf(name string) string {
	n := sentry.NewNamespace(name) // want "leak: "
	return n.Name()
}
