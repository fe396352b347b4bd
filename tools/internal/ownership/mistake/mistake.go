// Package mistake has the categories of reports: a file for each, with what there
// is to know of such a mistake and with its text.
//
// A walk adds a Finding for each mistake on each path; Findings keep the one with
// the fewest branches. A Reporter puts them into words, with the way that leads to
// the mistake, and reports them.
//
// A category of ownership is a file with types that are Mistakes, and the Doc that
// users read. A mistake in the order of an object's calls needs no engine: it is a
// Protocol, which is a file with all that there is to it.
package mistake

import (
	"cmp"
	"go/token"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// A Mistake says what is wrong.
type Mistake interface {
	// Category returns the first word of the report.
	Category() string
	text(w words) string
}

// words are what is said of a finding in all categories.
type words struct {
	name  string // of the object
	when  string // the path is taken: "", or " when …"
	other string // what happened at the other place: "", or "released at line 4"
}

func (w words) because() string {
	if w.other == "" {
		return ""
	}
	return ": " + w.other
}

// A Finding is a mistake on a path.
type Finding struct {
	Mistake
	Pos    token.Pos
	Object fate.ID   // 0 if it is not about one
	Other  token.Pos // the place that makes it a mistake
	Then   Then      // and what happened there
	Part   token.Pos // of a loan in a struct: where the struct got it
	Trail  *memory.Step
}

// Then says what happened at the other place of a finding. It has the word "here"
// once.
type Then string

// What happens at other places.
const (
	Acquired       Then = "acquired here"
	PutInto        Then = "put into the struct here"
	Returns        Then = "the function returns here"
	CalleeLoses    Then = "the function called here does not release it on every path"
	CalleeReleases Then = "the function called here releases it on some of its paths"
	HandedOver     Then = "handed over here"
	HandedBefore   Then = "already handed over here"
	CalledLater    Then = "stored here in a function that releases it"
	DeferredAgain  Then = "the deferred call here releases it again"
	DeferredFirst  Then = "released by the deferred call here"
	ReleasedThere  Then = "released here"
	AllReleased    Then = "all elements are released here"
	PutBackThere   Then = "put back here"
	Begun          Then = "begun here"
	OtherPool      Then = "it came from another pool here"
)

// First is the same thing, which happened before.
func (t Then) First() Then { return "first " + t }

// Findings are the mistakes of one function.
type Findings map[key]*Finding

// A key tells findings apart: on several paths, the same mistake is one.
type key struct {
	category string
	pos      token.Pos
}

// Add adds a finding. Of the same finding on several paths, the one with the fewest
// branches is kept.
func (all Findings) Add(f Finding) {
	k := key{f.Category(), f.Pos}
	had := all[k]
	if had == nil || had.Trail.Len() > f.Trail.Len() || had.Trail == f.Trail && cmp.Or(cmp.Compare(f.Object, had.Object), cmp.Compare(f.Other, had.Other)) < 0 {
		all[k] = &f
	}
}

// Sorted returns the findings in the order of their places.
func (all Findings) Sorted() []*Finding {
	return slices.SortedFunc(maps.Values(all), func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Category(), b.Category()))
	})
}
