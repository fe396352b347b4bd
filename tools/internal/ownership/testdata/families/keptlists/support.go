// Package keptlists has methods that fill a list of their object and return it: the list goes to
// the next owner with the object.
package keptlists

import (
	"slices"
	"strings"
	"sync"
)

type planner struct {
	words []string
	spans []span
	found []string
}

type span struct{ from, to int }

var planners = sync.Pool{New: func() any { return new(planner) }}

// split returns the words of a text.
func (p *planner) split(text string) []string {
	p.words = p.words[:0]
	for _, w := range strings.Fields(text) {
		p.words = append(p.words, w)
	}
	return p.words
}

// longest returns the longest spans.
func (p *planner) longest(text string, n int) []span {
	p.spans = p.spans[:0]
	from := 0
	for i, c := range text {
		if c == ' ' {
			p.spans = append(p.spans, span{from, i})
			from = i + 1
		}
	}
	slices.SortFunc(p.spans, func(a, b span) int { return (b.to - b.from) - (a.to - a.from) })
	return p.spans[:min(n, len(p.spans))]
}

// take returns the words, and has none then.
func (p *planner) take(text string) []string {
	words := append(p.words[:0], text)
	p.words = nil
	return words
}

// copied returns a list of its own.
func (p *planner) copied(text string) []string {
	p.words = append(p.words[:0], text)
	return slices.Clone(p.words)
}

// find has another list each time.
func (p *planner) find(text string) []string {
	p.found = []string{text}
	return p.found
}
