package keptstate

import (
	"regexp"
)

// The interner is used after it was put back.
func internLate(text string) string {
	in := interners.Get().(*interner)
	s, ok := in.seen[text]
	interners.Put(in)
	if !ok {
		in.seen[text] = text // want "use-after-release: "
		s = text
	}
	return s
}

// When the pattern is bad, the matcher is put back twice.
func matchTwice(pattern, text string) bool {
	m := matchers.Get().(*matcher)
	defer matchers.Put(m)
	re, err := regexp.Compile(pattern)
	if err != nil {
		matchers.Put(m) // want "double-release: "
		return false
	}
	m.compiled[pattern] = re
	return re.MatchString(text)
}

// The stripe is put into the pool of the sources.
func countUseElsewhere(n int) {
	s := stripes.Get().(*stripe)
	s.n += n
	sources.Put(s) // want "wrong-pool: "
}

// The generator is used after it was put back.
func drawLate() uint64 {
	s := sources.Get().(*source)
	s.draw++
	sources.Put(s)
	return s.rng.Uint64() // want "use-after-release: "
}

// The chunk of an arena that was put back is used.
func withChunkLate(f func([]byte)) {
	a := arenas.Get().(*arena)
	if len(a.free) == 0 {
		a.free = append(a.free, make([]byte, 1024))
	}
	arenas.Put(a)
	f(a.free[0]) // want "use-after-release: "
}

// Elsewhere the depth is reset before the Put.
func depthOfDirty(text string) int {
	p := parsers.Get().(*parser)
	p.names[text] = text
	n := p.parse(text)
	p.err = nil
	parsers.Put(p) // want "reset: "
	return n
}

// The parser is never put back.
func depthOfLost(text string) int {
	p := parsers.Get().(*parser) // want "leak: "
	n := p.parse(text)
	p.depth, p.err = 0, nil
	return n
}

// The map is written after it was put back.
func internInMapLate(text string) string {
	m := known.Get().(map[string]string)
	known.Put(m)
	m[text] = text // want "use-after-release: "
	return text
}

// The stack is popped after it was put back.
func runAllLate(fs ...func()) {
	s := stacks.Get().(*stack)
	for _, f := range fs {
		s.push(f)
	}
	stacks.Put(s)
	for f := s.pop(); f != nil; f = s.pop() { // want "use-after-release: "
		f()
	}
}
