package spentlists

import "github.com/rcpool/rcpool"

// The last one is read before all are released.
func lastOffsetBefore() int {
	batch := poll(3)
	last := batch[len(batch)-1].Value().Offset
	releaseAll(batch)
	return last
}

// The list is another one after the sweep.
func sizeOfNext() int {
	batch := poll(3)
	releaseDown(batch)
	batch = poll(2)
	n := sizeOf(batch)
	releaseDown(batch)
	return n
}

// Only the length is asked after the sweep.
func countOf(batch []rcpool.Ref[Record]) int {
	for i := range batch {
		batch[i].Release()
	}
	return len(batch)
}

// The elements are others after the first sweep.
func drainRefilled() {
	batch := poll(3)
	releaseAll(batch)
	copy(batch, poll(3))
	for _, r := range batch {
		r.Release()
	}
}

// The deferred sweep is over the rest only.
func tallyRest(tie bool) int {
	refs := poll(3)
	first, rest := refs[0], refs[1:]
	defer releaseAll(rest)
	n := sizeOf(rest)
	if !tie {
		first.Release()
		return n
	}
	defer first.Release()
	return n + first.Value().Offset
}

// The deferred literal releases what the list has by then.
func tallyShortened(tie bool) int {
	refs := poll(3)
	defer func() {
		for _, r := range refs {
			r.Release()
		}
	}()
	if tie {
		refs[len(refs)-1].Release()
		refs = refs[:len(refs)-1]
		return 0
	}
	return sizeOf(refs)
}

// The head and the tail are released one after the other.
func headAndTail() int {
	refs := poll(3)
	n := sizeOf(refs)
	releaseAll(refs[1:])
	releaseAll(refs[:1])
	return n
}

// The best one is retained.
func bestRetained() string {
	refs := poll(3)
	best := refs[0].Retain()
	releaseAll(refs)
	defer best.Release()
	return best.Value().Text
}

// What was freed is taken off before the first one is read.
func (w *window) shift(n int) int {
	w.free(n)
	w.buf = append(w.buf[:0], w.buf[n:]...)
	return w.buf[0].tick
}

func useShift() int { return newWindow(4).shift(1) }

// The field that is read is no memory of the record.
func lastLineAt() int {
	all := lines(3)
	for _, l := range all {
		l.rec.Release()
	}
	return all[len(all)-1].at
}

// The loop leaves the first one out.
func closeOthers() {
	all := pointers(3)
	for i, l := range all {
		if i == 0 {
			continue
		}
		l.close()
	}
	all[0].close()
}

// The text was copied before the sweep.
func copiedBefore() string {
	batch := poll(2)
	first := batch[0].Value().Text
	releaseAll(batch)
	return first
}

// The one that is released is replaced.
func damagedReplaced(damaged bool) {
	batch := poll(2)
	if damaged {
		batch[0].Release()
		batch[0] = records.Get()
	}
	releaseAll(batch)
}

// Only the second half is counted.
func halfThenRest() int {
	batch := poll(4)
	releaseAll(batch[:2])
	n := sizeOf(batch[2:])
	releaseAll(batch[2:])
	return n
}
