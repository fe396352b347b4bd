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

type farm5 struct{ m map[string]*rule }

func (f *farm5) add(name string) { f.m[name] = rules.Get().(*rule) }

func (f *farm5) link(to, name string) { f.m[to] = f.m[name] }

// The caller of link removes the old name.
func (f *farm5) rename(to, name string) {
	if old := f.m[to]; old != nil {
		rules.Put(old)
	}
	f.link(to, name)
	delete(f.m, name)
}

func (f *farm5) close() {
	for _, r := range f.m {
		rules.Put(r)
	}
	clear(f.m)
}

type farm6 struct {
	m       map[string]*rule
	aliases map[string]bool
}

func (f *farm6) add(name string) { f.m[name] = rules.Get().(*rule) }

func (f *farm6) alias(to, name string) {
	f.m[to] = f.m[name]
	f.aliases[to] = true
}

// The aliases go first.
func (f *farm6) close() {
	for name := range f.aliases {
		delete(f.m, name)
	}
	for _, r := range f.m {
		rules.Put(r)
	}
	clear(f.m)
}

type farm7 struct{ m map[int]*rule }

// What was last is put back before all others move.
func (f *farm7) rotate(n int) {
	if old := f.m[n]; old != nil {
		rules.Put(old)
	}
	f.shift(n)
	f.m[0] = rules.Get().(*rule)
}

func (f *farm7) shift(n int) {
	for i := n; i > 0; i-- {
		if r, ok := f.m[i-1]; ok {
			f.m[i] = r
		}
	}
}

func (f *farm7) close() {
	for _, r := range f.m {
		rules.Put(r)
	}
	f.m = nil
}

type farm8 struct {
	m  map[string]*rule
	of map[string]string
}

func (f *farm8) add(name string) { f.m[name] = rules.Get().(*rule) }

func (f *farm8) alias(to, name string) {
	if r, ok := f.m[name]; ok {
		f.of[to] = name
		f.m[to] = r
	}
}

// An alias is only removed.
func (f *farm8) remove(name string) {
	r, ok := f.m[name]
	if !ok {
		return
	}
	delete(f.m, name)
	if f.of[name] != "" {
		delete(f.of, name)
		return
	}
	rules.Put(r)
}

func (f *farm8) closeRest() {
	for _, r := range f.m {
		rules.Put(r)
	}
	clear(f.m)
}
