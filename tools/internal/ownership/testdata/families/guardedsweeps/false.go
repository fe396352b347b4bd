package guardedsweeps

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
