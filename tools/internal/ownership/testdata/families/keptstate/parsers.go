// Package keptstate has pooled objects that keep state on purpose, from one use
// to the next.
package keptstate

import (
	"hash/maphash"
	"math/rand/v2"
	"regexp"
	"sync"
)

// An interner keeps the strings that it has seen, up to a number.
type interner struct{ seen map[string]string }

var interners = sync.Pool{New: func() any { return &interner{seen: map[string]string{}} }}

// A matcher keeps the expressions that it has compiled.
type matcher struct {
	compiled map[string]*regexp.Regexp
	hits     int
}

var matchers = sync.Pool{New: func() any { return &matcher{compiled: map[string]*regexp.Regexp{}} }}

// A stripe is a part of a counter.
type stripe struct {
	n   int
	pad [56]byte
}

var (
	stripes   = sync.Pool{New: func() any { return newStripe() }}
	stripesMu sync.Mutex
	all       []*stripe
)

func newStripe() *stripe {
	s := new(stripe)
	stripesMu.Lock()
	defer stripesMu.Unlock()
	all = append(all, s)
	return s
}

// A source is a generator whose state goes on.
type source struct {
	rng  *rand.Rand
	draw int
}

var sources = sync.Pool{New: func() any { return &source{rng: rand.New(rand.NewPCG(1, 2))} }}

// An arena hands out chunks, and keeps those that are free.
type arena struct {
	free  [][]byte
	limit int
}

var arenas = sync.Pool{New: func() any { return &arena{limit: 16} }}

// A parser keeps its interned names, and has a state for each use.
type parser struct {
	names map[string]string
	depth int
	err   error
}

var parsers = sync.Pool{New: func() any { return &parser{names: map[string]string{}} }}

func (p *parser) parse(text string) int {
	for _, r := range text {
		if r == '(' {
			p.depth++
		}
	}
	return p.depth
}

var seed = maphash.MakeSeed()

// strings that were seen before are in maps, which nothing empties.
var known = sync.Pool{New: func() any { return map[string]string{} }}

// An events pool has stacks that are popped until they are empty.
type stack []func()

var stacks = sync.Pool{New: func() any { return new(stack) }}

func (s *stack) push(f func()) { *s = append(*s, f) }

func (s *stack) pop() func() {
	n := len(*s)
	if n == 0 {
		return nil
	}
	f := (*s)[n-1]
	*s = (*s)[:n-1]
	return f
}
