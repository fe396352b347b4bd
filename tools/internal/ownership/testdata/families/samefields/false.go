package samefields

type route3 struct{ stable, canary *Backend }

// The second field has a reference of its own.
func newRoute3(stable, canary string) *route3 {
	r := &route3{stable: NewBackend(stable)}
	if canary == "" {
		r.canary = r.stable
		r.canary.IncRef()
	} else {
		r.canary = NewBackend(canary)
	}
	return r
}

func (r *route3) close() {
	r.stable.DecRef()
	r.canary.DecRef()
}

func useRoute3(canary string) int {
	r := newRoute3("a", canary)
	defer r.close()
	return r.canary.hits
}

type route4 struct{ stable, canary *Backend }

func newRoute4(stable, canary string) *route4 {
	r := &route4{stable: NewBackend(stable)}
	if canary == "" {
		r.canary = r.stable
	} else {
		r.canary = NewBackend(canary)
	}
	return r
}

// The fields are compared.
func (r *route4) close() {
	if r.canary != r.stable {
		r.canary.DecRef()
	}
	r.stable.DecRef()
}

func useRoute4(canary string) int {
	r := newRoute4("a", canary)
	defer r.close()
	return r.canary.hits
}

type route5 struct {
	stable, canary *Backend
	single         bool
}

func newRoute5(stable, canary string) *route5 {
	r := &route5{stable: NewBackend(stable), single: canary == ""}
	r.canary = r.stable
	if !r.single {
		r.canary = NewBackend(canary)
	}
	return r
}

func (r *route5) closeBoth() {
	r.canary.DecRef()
	r.stable.DecRef()
}

// Structs with one backend are closed in another way.
func (r *route5) closeSingle() { r.stable.DecRef() }

func useRoute5(canary string) int {
	r := newRoute5("a", canary)
	n := r.canary.hits
	if r.single {
		r.closeSingle()
	} else {
		r.closeBoth()
	}
	return n
}

type route6 struct{ stable, canary *Backend }

// The caller retains for the second field.
func newRoute6(stable string) *route6 {
	r := &route6{stable: NewBackend(stable)}
	r.canary = r.stable
	return r
}

func (r *route6) close() {
	r.stable.DecRef()
	r.canary.DecRef()
}

func useRoute6() int {
	r := newRoute6("a")
	r.stable.IncRef()
	defer r.close()
	return r.canary.hits
}

type route7 struct{ stable, canary *Backend }

// The second field only borrows.
func newRoute7(stable string) *route7 {
	r := &route7{stable: NewBackend(stable)}
	r.canary = r.stable
	return r
}

func (r *route7) pick() *Backend {
	r.canary.IncRef()
	return r.canary
}

func (r *route7) close() { r.stable.DecRef() }

func useRoute7() int {
	r := newRoute7("a")
	defer r.close()
	b := r.pick()
	defer b.DecRef()
	return b.hits
}

type route9 struct{ stable, canary *Backend }

// The first field gets another one.
func newRoute9(stable, other string) *route9 {
	r := &route9{stable: NewBackend(stable)}
	r.canary = r.stable
	r.stable = NewBackend(other)
	return r
}

func (r *route9) close() {
	r.stable.DecRef()
	r.canary.DecRef()
}

func useRoute9() int {
	r := newRoute9("a", "b")
	defer r.close()
	return r.canary.hits
}
