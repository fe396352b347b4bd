package secondkey

type farm1 struct{ m map[string]*rule }

func (f *farm1) add(name string) { f.m[name] = rules.Get().(*rule) }

func (f *farm1) alias(to, name string) bool {
	r, ok := f.m[name]
	if !ok {
		return false
	}
	f.m[to] = r
	return true
}

// An alias is put back with its rule.
func (f *farm1) close() {
	for name, r := range f.m {
		delete(f.m, name)
		r.hits = 0
		rules.Put(r) // want "double-release: "
	}
}

type farm2 struct{ m map[int]*rule }

func (f *farm2) add(id int) { f.m[id] = rules.Get().(*rule) }

func (f *farm2) link(id int) {
	if r := f.m[id-1]; r != nil && r.hits > 0 {
		f.m[id] = r
	}
}

// The rule before is used for this one, too.
func (f *farm2) close() {
	for _, r := range f.m {
		rules.Put(r) // want "double-release: "
	}
	clear(f.m)
}
