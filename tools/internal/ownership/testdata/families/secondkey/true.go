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

type farm9 struct{ m map[string]*rule }

func (f *farm9) add(name string) { f.m[name] = rules.Get().(*rule) }

func (f *farm9) link(to, name string) { f.m[to] = f.m[name] }

func (f *farm9) linkAll(names []string) {
	for _, name := range names {
		f.link(name+"-copy", name)
	}
}

func useFarm9() {
	f := &farm9{m: map[string]*rule{}}
	f.add("a")
	f.link("b", "a")
	f.close()
}

// Each name removes its rule, and puts it back.
func (f *farm9) remove(name string) {
	if r, ok := f.m[name]; ok {
		delete(f.m, name)
		rules.Put(r)
	}
}

func (f *farm9) close() {
	for _, r := range f.m {
		rules.Put(r) // want "double-release: "
	}
	clear(f.m)
}

type farm10 struct{ m map[string]*rule }

func (f *farm10) add(name string) {
	if f.m[name] == nil {
		f.m[name] = rules.Get().(*rule)
	}
}

// The newest one has the name of the default, too.
func (f *farm10) promote(name string) {
	if r := f.m[name]; r != nil {
		f.m["default"] = r
	}
}

func (f *farm10) close() {
	for name, r := range f.m {
		rules.Put(r) // want "double-release: "
		delete(f.m, name)
	}
}

type farms11 struct{ all map[string]*farm11 }

type farm11 struct{ m map[int]*rule }

func (f *farm11) add(id int) { f.m[id] = rules.Get().(*rule) }

// What is alive has two numbers.
func (f *farm11) repeat(id int) {
	r := f.m[id]
	if r == nil || r.hits == 0 {
		return
	}
	f.m[-id] = r
}

func (f *farm11) drain() {
	for _, r := range f.m {
		rules.Put(r) // want "double-release: "
	}
	f.m = map[int]*rule{}
}

func (f *farms11) close() {
	for _, one := range f.all {
		one.drain()
	}
}

type farm12 struct{ m map[string]*rule }

func (f *farm12) add(name string) { f.m[name] = rules.Get().(*rule) }

// One rule has many names.
func (f *farm12) share(names []string, from string) {
	for _, name := range names {
		f.m[name] = f.m[from]
	}
}

func (f *farm12) close() {
	for _, r := range f.m {
		r.hits = 0
		rules.Put(r) // want "double-release: "
	}
	f.m = nil
}
