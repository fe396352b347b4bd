package guardedsweeps

import "github.com/rcpool/rcpool"

// Some places are empty.
func some(n int) (size int) {
	refs := make([]ref, 4)
	for i := range n {
		refs[i] = frames.Get()
	}
	for _, r := range refs {
		if !r.IsZero() {
			size += len(r.Value().data)
		}
	}
	releaseAll(refs)
	return size
}

// What was closed is not there any more.
func closeTwice() {
	refs := []ref{frames.Get(), frames.Get()}
	closeAll(refs)
	closeAll(refs)
	refs[0] = frames.Get()
	releaseAll(refs)
}

// Only those that are marked are released.
func releaseRest() int {
	refs := []ref{frames.Get(), frames.Get()}
	releaseMarked(refs, []bool{true, false})
	n := len(refs[1].Value().data)
	refs[1].Release()
	return n
}

// The bytes are copied first.
func copyOf() []byte {
	p := parts.Get().(*part)
	all := []*part{p}
	defer putAll(all)
	p.data = append(p.data, 1)
	return append([]byte(nil), p.data...)
}

// To drop them again does nothing.
func dropTwice() {
	refs := []ref{frames.Get(), frames.Get()}
	dropAll(refs)
	dropAll(refs)
	refs[0] = frames.Get()
	releaseAll(refs)
}

func closeIf(r *ref, last bool) {
	if last {
		rcpool.Drop(r)
	}
}

func closeEach(refs []ref, last bool) {
	for i := range refs {
		closeIf(&refs[i], last)
	}
}

// A flag tells the callee of the callee whether all are released.
func untilLast() (size int) {
	refs := []ref{frames.Get(), frames.Get()}
	closeEach(refs, false)
	for _, r := range refs {
		size += len(r.Value().data)
	}
	closeEach(refs, true)
	return size
}

func putIf(p *part, done bool) {
	if !done {
		return
	}
	p.data = p.data[:0]
	parts.Put(p)
}

func putEach(all []*part, done bool) {
	for _, p := range all {
		putIf(p, done)
	}
}

// The same for objects without references.
func untilDone() int {
	all := []*part{parts.Get().(*part), parts.Get().(*part)}
	putEach(all, false)
	n := len(all[0].data)
	putEach(all, true)
	return n
}
