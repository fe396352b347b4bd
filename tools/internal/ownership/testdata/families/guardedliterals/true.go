package guardedliterals

// each returns the size, and must not be called again.
func each(size int) func() int {
	r := get(size)
	return func() int {
		defer r.Release()
		return r.Value().Size
	}
}

func eachTwice() int {
	f := each(1)
	return f() + f() // want "(double|use-after)-release: "
}

// freer gives the record up.
func freer(size int) (int, func()) {
	r := get(size)
	return size, func() { r.Release() }
}

func freed() int {
	n, free := freer(2)
	defer free()
	if n > 1 {
		free() // want "double-release: "
	}
	return n
}
