// Package leftpushed has pooled structs with stacks, which some functions leave with what they have
// pushed.
package leftpushed

import (
	"errors"
	"sync"
)

var errNesting = errors.New("wrong nesting")

// A scanner has the names of the open elements.
type scanner struct {
	input  string
	line   int
	stack  []string
	counts map[string]int
}

var scanners = sync.Pool{New: func() any { return &scanner{counts: map[string]int{}} }}

func getScanner(input string) *scanner {
	s := scanners.Get().(*scanner)
	s.input = input
	return s
}

// A checker has open brackets, and methods to push and pop.
type checker struct {
	text string
	at   int
	open []byte
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

func (c *checker) push(b byte) { c.open = append(c.open, b) }

func (c *checker) pop() (b byte) {
	if len(c.open) == 0 {
		return 0
	}
	b = c.open[len(c.open)-1]
	c.open = c.open[:len(c.open)-1]
	return b
}

// A walker has the way to where it is.
type walker struct {
	root string
	seen int
	path []string
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

type node struct {
	name     string
	children []*node
}

// A visitor has the nodes that it has to visit.
type visitor struct {
	name  string
	count int
	todo  []int
}

var visitors = sync.Pool{New: func() any { return new(visitor) }}

// A parser empties its stack for the next owner.
type parser struct {
	text string
	pos  int
	ops  []rune
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

// A machine has values that are popped in each case.
type machine struct {
	code   string
	pc     int
	values []int
}

var machines = sync.Pool{New: func() any { return new(machine) }}

// A guide has the way to where it is.
type guide struct {
	name  string
	steps int
	way   []string
}

var guides = sync.Pool{New: func() any { return new(guide) }}

// A layout has the widths of the lines around a line.
type layout struct {
	name   string
	lines  int
	widths []int
}

var layouts = sync.Pool{New: func() any { return new(layout) }}

// An adder has the values that are to be added.
type adder struct {
	code   string
	pc     int
	values []int
}

var adders = sync.Pool{New: func() any { return new(adder) }}

// A matcher is not put back if it fails.
type matcher struct {
	pattern string
	at      int
	marks   []int
}

var matchers = sync.Pool{New: func() any { return new(matcher) }}

// A canvas has boxes in each other.
type canvas struct {
	title  string
	height int
	boxes  []string
}

var canvases = sync.Pool{New: func() any { return new(canvas) }}

// A plot has boxes, too.
type plot struct {
	title  string
	height int
	boxes  []string
}

var plots = sync.Pool{New: func() any { return new(plot) }}
