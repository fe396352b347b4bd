package spentlists

import "github.com/rcpool/rcpool"

// The callee has released the last one with the others.
func lastOffset() int {
	batch := poll(3)
	releaseAll(batch)
	return batch[len(batch)-1].Value().Offset // want "use-after-release: "
}

// Some sum of the elements is computed too late.
func sizeAfter() int {
	batch := poll(3)
	releaseDown(batch)
	return sizeOf(batch) // want "use-after-release: "
}

// The list is a parameter, and swept by its own loop.
func drainOf(batch []rcpool.Ref[Record]) int {
	for i := range batch {
		batch[i].Release()
	}
	return batch[0].Value().Offset // want "use-after-release: "
}

// A second sweep releases all again.
func drainTwice() {
	batch := poll(3)
	releaseAll(batch)
	for _, r := range batch {
		r.Release() // want "double-release: "
	}
}

// The first one is released by the deferred sweep, too.
func tally(tie bool) int {
	refs := poll(3)
	defer releaseAll(refs)
	first, rest := refs[0], refs[1:]
	n := sizeOf(rest)
	if !tie {
		first.Release() // want "double-release: "
		return n
	}
	return n + first.Value().Offset
}

// A deferred literal releases all, also the last one.
func tallyInLiteral(tie bool) int {
	refs := poll(3)
	defer func() {
		for _, r := range refs {
			r.Release()
		}
	}()
	if tie {
		refs[len(refs)-1].Release() // want "double-release: "
		return 0
	}
	return sizeOf(refs)
}

// The tail is released before all are.
func tailTwice() int {
	refs := poll(3)
	n := sizeOf(refs)
	releaseAll(refs[1:])
	releaseAll(refs) // want "double-release: "
	return n
}

// The one that was put aside is one of them.
func bestOf() string {
	refs := poll(3)
	best := refs[0]
	for _, r := range refs[1:] {
		if r.Value().Offset > best.Value().Offset {
			best = r
		}
	}
	releaseAll(refs)
	return best.Value().Text // want "use-after-release: "
}

// The first one of those that are freed is read.
func (w *window) gap(n int) int {
	w.free(n)
	first, next := w.buf[0].tick, w.buf[n].tick // want "use-after-release: "
	w.buf = append(w.buf[:0], w.buf[n:]...)
	return next - first
}

func useGap() int { return newWindow(4).gap(1) }

// The elements are structs with a reference.
func lastLine() int {
	all := lines(3)
	for _, l := range all {
		l.rec.Release()
	}
	return all[len(all)-1].rec.Value().Offset // want "use-after-release: "
}

// The elements are closed by a method, and one of them once more.
func closeLines() {
	all := pointers(3)
	for _, l := range all {
		l.close()
	}
	all[0].close() // want "double-release: "
}

// The object was borrowed before the sweep. In a package that retains references, it may
// live on.
func borrowedBefore() string {
	batch := poll(2)
	first := batch[0].Value()
	releaseAll(batch)
	return first.Text // missed "use-after-release: "
}

// One is released on a path that leads to the sweep.
func damagedFirst(damaged bool) {
	batch := poll(2)
	if damaged {
		batch[0].Release()
	}
	releaseAll(batch) // want "double-release: "
}

// The first half is released, and all are counted.
func halfThenAll() int {
	batch := poll(4)
	releaseAll(batch[:2])
	n := sizeOf(batch) // want "use-after-release: "
	releaseAll(batch[2:])
	return n
}
