package copies

// The struct has a copy of the reference.
func structCopy(n int) {
	ref := sets.Get()
	add(ref.Value(), n)
	q := query{left: ref}
	add(q.left.Value(), n+1)
	q.left.Release()
	ref.Release() // want "double-release: "
}

// The object lives, but this reference to it does not.
func wrongOfTwo(n int) int {
	ref := sets.Get()
	other := ref.Retain()
	ref.Release()
	add(ref.Value(), n) // want "use-after-release: "
	size := other.Value().N
	other.Release()
	return size
}

// The first set is only known by its other name.
func forgetOld(n int) int {
	ref := sets.Get() // want "leak: "
	add(ref.Value(), n)
	old := ref
	ref = sets.Get()
	defer ref.Release()
	add(ref.Value(), old.Value().N)
	return ref.Value().N
}

// The goroutine releases the copy.
func giveCopy(n int) {
	ref := sets.Get()
	add(ref.Value(), n)
	given := ref
	go consume(given)
	ref.Release() // want "double-release: "
}

// Both fields are the same reference.
func sameTwice(n int) {
	ref := sets.Get()
	add(ref.Value(), n)
	q := query{left: ref, right: ref}
	q.left.Release()
	q.right.Release() // want "double-release: "
}
