package ctxrelease

import (
	"errors"

	"test/families/ctxrelease/sentry"
)

// The context is not what is released, and is used afterwards.
func readAll(ctx sentry.Context, i *inode) (int, error) {
	f := NewFile(i)
	n := f.read(10)
	f.DecRef(ctx)
	return n, ctx.Err()
}

// The release is deferred.
func readOnce(ctx sentry.Context, i *inode) (int, error) {
	f := NewFile(i)
	defer f.DecRef(ctx)
	if err := i.check(4); err != nil {
		return 0, err
	}
	return f.read(1), ctx.Err()
}

// There is no context.
func readWithout(i *inode) int {
	f := NewFile(i)
	n := f.read(3)
	f.DecRef(nil)
	return n
}

// Two objects are released with the same context.
func readBoth(ctx sentry.Context, left, right *inode) int {
	l := NewFile(left)
	r := NewFile(right)
	n := l.read(1) + r.read(1)
	l.DecRef(ctx)
	r.DecRef(ctx)
	return n + ctx.UserID()
}

// The task is a context, and keeps the file.
func (t *task) install(fd int, i *inode) error {
	f := NewFile(i)
	if err := i.check(2); err != nil {
		f.DecRef(t)
		return err
	}
	if old := t.files[fd]; old != nil {
		old.DecRef(t)
	}
	t.files[fd] = f
	return nil
}

// What the loop retains it gives up in each turn.
func (t *task) sum() (n int) {
	for _, f := range t.files {
		f.IncRef()
		n += f.read(1)
		f.DecRef(t)
	}
	return n
}

// The inode is retained only if it is live.
func tryCheck(ctx sentry.Context, i *inode) error {
	if !i.TryIncRef() {
		return errPerm
	}
	defer i.DecRef(ctx)
	return errors.Join(i.check(1), ctx.Err())
}

// The function that cleans up releases with the context of its own.
func prepare(ctx sentry.Context, mode int) (*file, error) {
	i := NewInode(mode)
	cleanup := func() { i.DecRef(ctx) }
	defer cleanup()
	if err := i.check(1); err != nil {
		return nil, err
	}
	return NewFile(i), nil
}

// There is no file if the error, which has its own type, is not nil.
func readFor(ctx sentry.Context, i *inode) (int, error) {
	f, err := NewFileFor(i, 4)
	if err != nil {
		return 0, err
	}
	defer f.DecRef(ctx)
	return f.read(1), nil
}

// There is no file if the number is not zero.
func readOr(ctx sentry.Context, i *inode) (int, number) {
	f, failed := NewFileOr(i, 4)
	if failed != 0 {
		return 0, failed
	}
	defer f.DecRef(ctx)
	return f.read(1), 0
}

// A pair is a value, and its methods say what it releases.
func checkPair(ctx sentry.Context, left, right *inode) error {
	p := newPair(left, right)
	defer p.DecRef(ctx)
	return p.left.check(1)
}

// The ranges are counted, not the memory.
func freeSpans(m *memory, first, second span) {
	m.DecRef(first)
	m.DecRef(second)
}

// The caller owns the node by way of the inode that counts for it.
func inodeOf(name string) *inode {
	n := NewNode(name)
	return &n.base
}

// The receiver is somebody else's, who holds a reference.
func (f *file) rewind(ctx sentry.Context) {
	f.DecRef(ctx)
	f.pos = 0
}

// The caller owns the namespace by its entry.
func entryOf(name string) *sentry.Entry {
	n := sentry.NewNamespace(name)
	return n.Entry()
}
