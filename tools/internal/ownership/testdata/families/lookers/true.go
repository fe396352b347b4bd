package lookers

// It is released before the literal looks at it.
func measureLate() int {
	p := parts.Get()
	n := func() int { return len(p.Value().body) } // want "use-after-release: "
	p.Release()
	return n()
}

// The literal takes it over.
func sendOwnTwice() error {
	p := parts.Get()
	defer p.Release()
	m, err := compose(own(p)) // want "double-release: "
	if err != nil {
		return err
	}
	m.Close()
	return nil
}

// It is released again after the literal has taken it over.
func sendAndRelease() error {
	p := parts.Get()
	m, err := compose(own(p))
	p.Release() // want "double-release: "
	if err != nil {
		return err
	}
	m.Close()
	return nil
}

// Each call of the literal releases it.
func measureOnce() int {
	p := parts.Get()
	n := func() int {
		defer p.Release()
		return len(p.Value().body)
	}
	return n() + n() // want "use-after-release: "
}
