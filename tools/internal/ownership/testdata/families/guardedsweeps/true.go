package guardedsweeps

// All that were there are released.
func sizeAfter() int {
	refs := []ref{frames.Get(), frames.Get()}
	releaseAll(refs)
	return len(refs[0].Value().data) // want "use-after-release: "
}

// The first one is released by the callee, too.
func firstTwice() {
	refs := []ref{frames.Get()}
	refs[0].Release()
	releaseAll(refs) // want "double-release: "
}

// The parts go back before their bytes are returned.
func bytesOf() []byte {
	p := parts.Get().(*part)
	all := []*part{p}
	defer putAll(all)
	p.data = append(p.data, 1)
	return p.data // want "escape: "
}

// One of them stays here.
func forget() {
	kept := frames.Get() // want "leak: "
	refs := []ref{frames.Get()}
	kept.Value().data = append(kept.Value().data, refs[0].Value().data...)
	releaseAll(refs)
}

// A callee releases all when it returns; then the caller does so again.
func twice() {
	refs := []ref{frames.Get()}
	sizeAndRelease(refs)
	releaseAll(refs) // want "double-release: "
}
