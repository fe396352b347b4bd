package secondkey

type farm3 struct{ m map[string]*rule }

func (f *farm3) add(name string) { f.m[name] = rules.Get().(*rule) }

// The new name takes the place of the old one, and of what had it.
func (f *farm3) rename(to, name string) {
	if old, ok := f.m[to]; ok {
		rules.Put(old)
	}
	if r, ok := f.m[name]; ok {
		f.m[to] = r
		delete(f.m, name)
	}
}

func (f *farm3) close() {
	for _, r := range f.m {
		rules.Put(r)
	}
	clear(f.m)
}

type farm4 struct{ m map[string]*rule }

func (f *farm4) alias(to, name string) {
	if r, ok := f.m[name]; ok {
		r.refs++
		f.m[to] = r
	}
}

// The last name puts it back.
func (f *farm4) close() {
	for name, r := range f.m {
		delete(f.m, name)
		if r.refs--; r.refs < 0 {
			rules.Put(r)
		}
	}
}
