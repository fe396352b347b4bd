package copies

// The struct has a copy of the reference, which alone is released.
func structMoved(n int) {
	ref := sets.Get()
	add(ref.Value(), n)
	q := query{left: ref}
	add(ref.Value(), n+1)
	q.left.Release()
}

// One reference is gone, the other one is used.
func rightOfTwo(n int) int {
	ref := sets.Get()
	other := ref.Retain()
	ref.Release()
	add(other.Value(), n)
	size := other.Value().N
	other.Release()
	return size
}

// The first set is released by its other name.
func releaseOld(n int) int {
	ref := sets.Get()
	add(ref.Value(), n)
	old := ref
	ref = sets.Get()
	defer ref.Release()
	add(ref.Value(), old.Value().N)
	old.Release()
	return ref.Value().N
}

// After the swap each set is released by the other's name.
func swapped(n int) int {
	small, large := sets.Get(), sets.Get()
	add(small.Value(), n)
	if small.Value().N > large.Value().N {
		small, large = large, small
	}
	size := large.Value().N
	small.Release()
	large.Release()
	return size
}

// Both fields refer to the same set, each with a reference of its own.
func twoOfOne(n int) bool {
	ref := sets.Get()
	add(ref.Value(), n)
	q := query{left: ref, right: ref.Retain()}
	same := q.left == q.right
	q.left.Release()
	q.right.Release()
	return same
}
