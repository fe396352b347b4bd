// Package mutate puts one mistake into a correct program.
//
// It is the counterpart of package rewrite: a checker should say the same of all
// rewritten versions of a program, and something of each mutant that is mistaken.
// Each Mutation is a mistake that people make: a release is forgotten, made twice or too early, a Retain is missing, a reset misses a line.
//
// A mutant is not always mistaken. Two releases may be on paths that exclude each
// other, and a forgotten line of a reset may clear what nothing sets. What is true
// about a mutant must be found out by running it.
//
// Mutants keep their lines, unless what is moved takes several of them: what is deleted
// leaves them empty, and what is added is on the line of its neighbor. So reports on a
// program and on its mutant compare.
package mutate

import (
	"cmp"
	"go/token"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Mutation is a kind of mistake that can be put into a program.
type Mutation struct {
	Name  string
	About string // what the mistake is, in a few words

	sites func(*Program) []site
}

// All are the mutations, in the order of their names.
func All() []Mutation {
	return []Mutation{
		borrowed,
		copied,
		direct,
		early,
		entries,
		forgotten,
		forgottenOnAWay,
		late,
		moved,
		onward,
		overwritten,
		owned,
		released,
		resets,
		retained,
		twice,
	}
}

// A Mutant is a program with a mistake.
type Mutant struct {
	Text []byte
	Line int    // where the mistake was put
	What string // what was done there
}

// A site is a place where a mistake can be made.
type site struct {
	at    token.Pos
	what  string
	edits []edit
}

// An edit replaces the text from pos to end.
type edit struct {
	pos, end token.Pos
	text     string
}

// Mutants makes up to most mutants of a program.
func (p *Program) Mutants(m Mutation, most int, random *rand.Rand) (mutants []Mutant) {
	sites := m.sites(p)
	for _, i := range random.Perm(len(sites)) {
		if len(mutants) == most {
			break
		}
		if text, ok := p.apply(sites[i].edits); ok {
			mutants = append(mutants, Mutant{text, p.line(sites[i].at), sites[i].what})
		}
	}
	return mutants
}

// apply returns the text of the program with the edits, if it compiles.
func (p *Program) apply(edits []edit) (text []byte, ok bool) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.pos, b.pos) })
	at := p.file.FileStart
	var b strings.Builder
	for _, e := range edits {
		if e.pos < at {
			return nil, false
		}
		b.WriteString(p.between(at, e.pos))
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(p.between(at, p.file.FileEnd))
	return p.fit([]byte(b.String()))
}

// insert is an edit that puts a text at a place.
func insert(at token.Pos, text string) edit { return edit{at, at, text} }

// remove is an edit that leaves nothing but the lines of a text.
func (p *Program) remove(pos, end token.Pos) edit {
	return edit{pos, end, strings.Repeat("\n", strings.Count(p.between(pos, end), "\n"))}
}
