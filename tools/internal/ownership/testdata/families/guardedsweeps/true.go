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

func closeOne(r *ref, log bool) {
	if log {
		println(len(r.Value().data))
	}
	r.Release()
}

func closeLogged(refs []ref, log bool) {
	for i := range refs {
		closeOne(&refs[i], log)
	}
}

// The flag tells something else than whether they are released.
func sizeLogged() int {
	refs := []ref{frames.Get(), frames.Get()}
	closeLogged(refs, false)
	return len(refs[1].Value().data) // want "use-after-release: "
}

func putOne(p *part, log bool) {
	if log {
		println(len(p.data))
	}
	put(p)
}

func putLogged(all []*part, log bool) {
	for _, p := range all {
		putOne(p, log)
	}
}

// The same for objects without references.
func lengthLogged() int {
	all := []*part{parts.Get().(*part)}
	putLogged(all, true)
	return len(all[0].data) // want "use-after-release: "
}
