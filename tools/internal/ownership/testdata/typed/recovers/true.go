package recovers

// The panic is caught, and the call is lost.
func safeInvoke(name string) (result int, err error) {
	defer func() {
		if recover() != nil {
			err = errPanic
		}
	}()
	ref := calls.Get() // want "leak: "
	ref.Value().Name = name
	result = invoke(ref.Value())
	ref.Release()
	return result, nil
}

// The panic of this very function is caught.
func safeArgs(args []int) (err error) {
	defer func() {
		if recover() != nil {
			err = errPanic
		}
	}()
	ref := calls.Get() // want "leak: "
	if len(args) > len(ref.Value().Args) {
		panic("too many arguments")
	}
	copy(ref.Value().Args[:], args)
	note(ref.Value())
	ref.Release()
	return nil
}

// The recovery notes a call that is released before it runs.
func safeNote(name string) (result int) {
	ref := calls.Get()
	c := ref.Value()
	c.Name = name
	defer func() { // want "use-after-release: "
		if recover() != nil {
			note(c)
		}
	}()
	defer ref.Release()
	return invoke(c)
}

// The reference is lost if invoke panics, which only borrows the call.
func safeMustLost(name string) (result int) {
	defer func() { _ = recover() }()
	ref := must(lookup(name)) // want "leak: "
	result = invoke(ref.Value())
	ref.Release()
	return result
}
