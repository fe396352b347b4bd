package samefields

type route1 struct{ stable, canary *Backend }

func newRoute1(stable, canary string) *route1 {
	r := &route1{stable: NewBackend(stable)}
	if canary == "" {
		r.canary = r.stable
	} else {
		r.canary = NewBackend(canary)
	}
	return r
}

func (r *route1) pick(second bool) *Backend {
	b := r.stable
	if second {
		b = r.canary
	}
	b.IncRef()
	return b
}

// Without a second address, both fields have the first one.
func (r *route1) close() {
	r.stable.DecRef()
	r.canary.DecRef() // want "double-release: "
}

func useRoute1(specs map[string]string) (n int) {
	all := map[string]*route1{}
	for stable, canary := range specs {
		all[stable] = newRoute1(stable, canary)
	}
	for _, r := range all {
		b := r.pick(len(specs) > 3)
		n += b.hits
		b.DecRef()
	}
	for name, r := range all {
		delete(all, name)
		r.close()
	}
	return n
}

type pair2 struct{ read, write *Backend }

func openPair2(addr string) *pair2 {
	p := &pair2{read: NewBackend(addr)}
	p.write = p.read
	return p
}

// The fields always have the same.
func (p *pair2) Close() {
	p.write.DecRef()
	p.read.DecRef() // want "double-release: "
}

func usePair2() int {
	p := openPair2("a")
	defer p.Close()
	return p.read.hits
}

type pair8 struct {
	first, second *Backend
	name          string
}

func makePair8(first, second string) *pair8 {
	p := &pair8{first: NewBackend(first), name: first}
	if first != second {
		p.second = NewBackend(second)
	} else {
		p.second = p.first
	}
	return p
}

// Two addresses may be one.
func (p *pair8) stop() {
	p.first.DecRef()
	p.second.DecRef() // want "double-release: "
}

func usePair8(names []string) int {
	p := makePair8(names[0], names[1])
	n := p.second.hits
	p.stop()
	return n
}

type ends struct{ from, to *Backend }

// The ends of a loop are one.
func (e *ends) release() {
	if e.from != nil {
		e.from.DecRef()
	}
	if e.to != nil {
		e.to.DecRef() // want "double-release: "
	}
}

func newEnds(loop bool, from, to string) *ends {
	e := new(ends)
	e.from = NewBackend(from)
	if loop {
		e.to = e.from
		return e
	}
	e.to = NewBackend(to)
	return e
}

func useEnds(loop bool) int {
	e := newEnds(loop, "a", "b")
	defer e.release()
	return e.from.hits + e.to.hits
}

type tiers struct{ hot, warm, cold *Backend }

func newTiers(addr string, cold string) *tiers {
	t := &tiers{hot: NewBackend(addr), cold: NewBackend(cold)}
	t.warm = t.cold
	return t
}

// Two of three are one.
func (t *tiers) closeAll() {
	t.hot.DecRef()
	t.warm.DecRef()
	t.cold.DecRef() // want "double-release: "
}

func useTiers() int {
	t := newTiers("a", "b")
	defer t.closeAll()
	return t.hot.hits
}

type mirror struct{ source, target *Backend }

func newMirror(source string, targets ...string) (*mirror, bool) {
	m := &mirror{source: NewBackend(source)}
	if len(targets) == 0 {
		m.target = m.source
		return m, false
	}
	m.target = NewBackend(targets[0])
	return m, true
}

// The target may be the source.
func (m *mirror) stop() {
	m.target.DecRef()
	m.source.DecRef() // want "double-release: "
}

func useMirror(targets []string) bool {
	m, ok := newMirror("a", targets...)
	defer m.stop()
	return ok
}
