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

type pair2 struct {
	read, write *Backend
	ready       bool
}

func openPair2(addr string, split bool) *pair2 {
	p := &pair2{read: NewBackend(addr)}
	p.write = p.read
	if split {
		p.write = NewBackend(addr)
	}
	p.ready = true
	return p
}

func (p *pair2) reader() *Backend {
	p.read.IncRef()
	return p.read
}

// The second one is the first one unless it is split.
func (p *pair2) Close() {
	if p.write != nil {
		p.write.DecRef()
	}
	if p.read != nil {
		p.read.DecRef() // want "double-release: "
	}
	p.read, p.write = nil, nil
}

func usePair2(split bool) int {
	p := openPair2("a", split)
	defer p.Close()
	b := p.reader()
	defer b.DecRef()
	return b.hits
}
