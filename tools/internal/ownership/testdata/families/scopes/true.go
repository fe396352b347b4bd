package scopes

// The scope releases it, too.
func leaseTwice(s *scope) int {
	ref := bitmaps.Get()
	defer ref.Release() // want "double-release: "
	s.onEnd(ref.Release)
	return ref.Value().w
}

// The result tells that it was released.
func refused(s *scope) int {
	ref := bitmaps.Get()
	if !s.offer(ref.Release) {
		return ref.Value().w // want "use-after-release: "
	}
	return 0
}

// No scope has it.
func unkept() int {
	k := &keeper{bitmaps.Get()} // want "leak: "
	return k.ref.Value().w
}
