package keptstate

import (
	"hash/maphash"
	"regexp"
)

// The interner is a cache, and is put back as it is.
func intern(text string) string {
	in := interners.Get().(*interner)
	s, ok := in.seen[text]
	if !ok {
		s = text
		in.seen[text] = s
	}
	interners.Put(in)
	return s
}

// What was compiled is kept, and the hits are counted over all uses.
func match(pattern, text string) bool {
	m := matchers.Get().(*matcher)
	defer matchers.Put(m)
	re := m.compiled[pattern]
	if re == nil {
		re = regexp.MustCompile(pattern)
		m.compiled[pattern] = re
	} else {
		m.hits++
	}
	return re.MatchString(text)
}

// The stripe counts, and its count is added up later.
func countUse(n int) {
	s := stripes.Get().(*stripe)
	s.n += n
	stripes.Put(s)
}

// The generator goes on where it was.
func draw() uint64 {
	s := sources.Get().(*source)
	s.draw++
	n := s.rng.Uint64()
	sources.Put(s)
	return n
}

// The chunk goes into the arena's free list.
func withChunk(f func([]byte)) {
	a := arenas.Get().(*arena)
	var chunk []byte
	if n := len(a.free); n > 0 {
		chunk = a.free[n-1]
		a.free = a.free[:n-1]
	} else {
		chunk = make([]byte, 1024)
	}
	f(chunk)
	if len(a.free) < a.limit {
		a.free = append(a.free, chunk)
	}
	arenas.Put(a)
}

// The names stay, and the state of this use is reset.
func depthOf(text string) int {
	p := parsers.Get().(*parser)
	p.names[text] = text
	n := p.parse(text)
	p.depth, p.err = 0, nil
	parsers.Put(p)
	return n
}

// The hash is made anew each time.
func sum(text string) uint64 { return maphash.String(seed, text) }

// The map is a cache as well.
func internInMap(text string) string {
	m := known.Get().(map[string]string)
	s, ok := m[text]
	if !ok {
		s = text
		m[text] = s
	}
	known.Put(m)
	return s
}

// The stack is empty when it is put back.
func runAll(fs ...func()) {
	s := stacks.Get().(*stack)
	for _, f := range fs {
		s.push(f)
	}
	for f := s.pop(); f != nil; f = s.pop() {
		f()
	}
	stacks.Put(s)
}
