// Package rewrite changes the text of programs and keeps what they do.
//
// A checker should say the same about both texts. Each Rewriting is one step
// that people take when they tidy up code: statements
// become a function, a condition is inverted, a local variable becomes a field.
// A rewriting finds the sites in a file where it can be done; Rewrite chooses
// some of them, by a seed. The result is type-checked, so it builds.
//
// What a rewriting must keep is the program's behavior when nothing panics that
// did not panic before. Stack traces and names may change.
package rewrite

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"math/rand/v2"
	"slices"
)

// A Rewriting is a way to write a part of a program differently.
type Rewriting struct {
	Name  string
	About string // what it does, in a few words
	Alone bool   // not among all rewritings, one after the other: mixed with those, rcvet still misjudges it

	sites func(*source) []site
}

// All are the rewritings, in the order of their names.
func All() []Rewriting {
	return []Rewriting{
		alternatives,
		anys,
		bound,
		boundMethods,
		boxes,
		callables,
		callbacks,
		cleanups,
		conditions,
		constraints,
		containers,
		continuations,
		copies,
		earlier,
		elses,
		embedded,
		endless,
		errs,
		explicitDefers,
		exports,
		expressions,
		flags,
		freed,
		functions,
		functors,
		generics,
		getters,
		grouped,
		groups,
		identities,
		indexes,
		inlined,
		interfaces,
		inverted,
		iterators,
		literals,
		locked,
		lookups,
		loopBodies,
		methodExpressions,
		musts,
		named,
		nestedConditions,
		noise,
		onces,
		outcomes,
		outs,
		ranges,
		receives,
		selects,
		setters,
		spawned,
		structs,
		switches,
		tails,
		thunks,
		unnested,
		wrappers,
	}
}

// A site is a place where a rewriting can be done: all of its edits, or none.
type site struct {
	edits   []edit
	imports []string // paths of packages that the edits need
	helpers []string // declarations that the edits need
}

// An edit replaces the text from pos to end.
type edit struct {
	pos, end token.Pos
	text     string
}

func insert(at token.Pos, format string, args ...any) edit {
	return edit{at, at, fmt.Sprintf(format, args...)}
}

func replace(from, to token.Pos, format string, args ...any) edit {
	return edit{from, to, fmt.Sprintf(format, args...)}
}

// overlaps reports whether the order of two edits matters.
func (e edit) overlaps(o edit) bool {
	return e.pos < o.end && o.pos < e.end
}

// Rewrite rewrites a file of the package at up to most sites, and returns its new
// text with the number of sites. The text is the same if the number is zero.
func (p *Package) Rewrite(file string, r Rewriting, most int, random *rand.Rand) (text []byte, done int, err error) {
	s, err := p.check(file, p.Files[file])
	if err != nil {
		return nil, 0, err
	}
	sites := r.sites(s)
	random.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	if text, done, err = p.rewriteAt(s, file, sites, most, true); err != nil {
		text, done, err = p.rewriteAt(s, file, sites, most, false)
	}
	return text, done, err
}

// rewriteAt rewrites the file at up to most of the sites. Either all of them must
// fit, which is checked once, or those that do not are given up.
func (p *Package) rewriteAt(s *source, file string, sites []site, most int, atOnce bool) (text []byte, done int, err error) {
	text = p.Files[file]
	var chosen site
	for _, next := range sites {
		if done == most {
			break
		}
		both, ok := chosen.with(next)
		if !ok {
			continue
		}
		if !atOnce {
			rewritten, err := p.fit(s, file, both)
			if err != nil { // such as a name that means something else there
				p.unfit = append(p.unfit, err)
				continue
			}
			text = rewritten
		}
		chosen = both
		done++
	}
	if atOnce && done > 0 {
		text, err = p.fit(s, file, chosen)
	}
	return text, done, err
}

// fit returns the file with the edits of a site, if it has types.
func (p *Package) fit(s *source, file string, chosen site) ([]byte, error) {
	text, err := s.apply(chosen)
	if err == nil {
		_, err = p.check(file, text)
	}
	return text, err
}

// with returns the edits of both sites, unless they overlap.
func (s site) with(o site) (both site, ok bool) {
	for _, a := range s.edits {
		if slices.ContainsFunc(o.edits, a.overlaps) {
			return site{}, false
		}
	}
	return site{
		slices.Concat(s.edits, o.edits),
		slices.Concat(s.imports, o.imports),
		slices.Concat(s.helpers, o.helpers),
	}, true
}

// apply returns the file with the edits of a site.
func (s *source) apply(done site) ([]byte, error) {
	edits := slices.Clone(done.edits)
	for _, path := range distinct(done.imports) {
		if s.imports[path] == "" {
			edits = append(edits, insert(s.file.Name.End(), "\n\nimport %q\n", path))
		}
	}
	for _, helper := range distinct(done.helpers) {
		edits = append(edits, insert(s.file.FileEnd, "\n%s\n", helper))
	}
	text, err := s.replaced(s.file.FileStart, s.file.FileEnd, edits)
	if err != nil {
		return nil, err
	}
	formatted, err := format.Source([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, text)
	}
	return formatted, nil
}

var errOverlap = errors.New("edits overlap")

// replaced is the text from pos to end with those of the edits that are there.
func (s *source) replaced(pos, end token.Pos, edits []edit) (string, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.end, b.end))
	})
	var b bytes.Buffer
	for _, e := range edits {
		if e.pos < pos {
			return "", errOverlap
		}
		b.WriteString(s.between(pos, e.pos))
		b.WriteString(e.text)
		pos = e.end
	}
	b.WriteString(s.between(pos, end))
	return b.String(), nil
}

func distinct(list []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}
