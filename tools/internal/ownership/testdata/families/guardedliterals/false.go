package guardedliterals

// once returns the size, and nothing if it is called again.
func once(size int) func() int {
	r := get(size)
	used := false
	return func() int {
		if used {
			return 0
		}
		used = true
		defer r.Release()
		return r.Value().Size
	}
}

func twice() int {
	f := once(1)
	return f() + f()
}

// stopper gives the record up once.
func stopper(size int) (int, func()) {
	r := get(size)
	stopped := false
	return size, func() {
		if !stopped {
			stopped = true
			r.Release()
		}
	}
}

func stopped() int {
	n, stop := stopper(2)
	defer stop()
	if n > 1 {
		stop()
	}
	return n
}
