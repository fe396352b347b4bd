package ownership

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
)

// A summary tells callers what a function does: its possible outcomes. Summaries
// of functions that do something to references are facts for other packages.
type summary struct {
	Outcomes []outcome
	Elements []effect // on everything that a slice or map of the caller's holds
	Opaque   bool     // too many outcomes: what happens to its arguments is unknown
}

// An outcome is one way in which a function can end.
type outcome struct {
	When    []condition
	Does    []effect
	Sets    []assignment
	Objects []owned // that the function acquired, and the caller owns
	Results []value
	Forgets bool // it called unknown code
}

// A condition is a condition on the caller's values.
type condition struct {
	Place place.Place
	Is    string // "nil", "zero", "true", or "=" and a constant
	Kind  int    // of the constant
	Not   bool
}

// An effect is what happens to an object of the caller's.
type effect struct {
	Place  place.Place
	Kind   effectKind
	How    handover
	Family string // "" is the typed API
	Count  int
	Reset  bool
	Drop   bool        // a zero reference is left alone
	Once   place.Place // the sync.Once that runs it, if there is one
	Pool   place.Place // the sync.Pool that it is put into
}

type effectKind uint8

const (
	releases effectKind = iota + 1
	retains
	moves
	lends // a borrowed pointer is put where it may outlive the call
	uses
	maybe // anything may happen to it
	keepsIt
	readies // it resets it
	dirties // it adds something to what the object holds
)

// order puts what happens to an object that is alive before its end.
func (k effectKind) order() int {
	switch k {
	case readies, dirties, uses, retains:
		return 0
	}
	return 1
}

// An assignment changes memory of the caller's.
type assignment struct {
	Place place.Place
	To    value
}

type owned struct {
	Family   string
	Pool     place.Place // that it came from
	Lease    place.Place // another reference of its lease
	Reset    bool
	Received bool
}

// A value is a result, or what is assigned.
type value struct {
	Kind   valueKind
	Const  string
	Number int // kind of the constant, or of Objects
	Place  place.Place
	Parts  []part // of a fresh struct
}

type valueKind uint8

const (
	vUnknown valueKind = iota
	vNil
	vNotNil
	vZero
	vConst
	vPlace
	vObject  // a reference to Objects[Number]
	vBorrow  // borrowed from Objects[Number]
	vAlias   // memory of Objects[Number]
	vCleanup // a function that releases Objects[Number]
	vBorrowOf
	vAliasOf // of the object at Place
	vIsZero  // whether the reference at Place is zero; Number 1: whether it is not
	vFresh   // a struct, or a pointer to one, with Parts
)

// has reports whether a value, or a part of it, is such a one.
func (v value) has(such func(value) bool) bool {
	return such(v) || slices.ContainsFunc(v.Parts, func(p part) bool { return p.To.has(such) })
}

// is reports whether a value is what is at a place.
func (v value) is(p place.Place) bool { return v.Kind == vPlace && v.Place == p }

// wholeStruct is the Number of a vFresh that is no pointer.
const wholeStruct = 1

type part struct {
	Path place.Path
	To   value
}

// trivial reports whether a summary tells nothing.
func (s *summary) trivial() bool {
	if s.Opaque || len(s.Elements) > 0 || len(s.Outcomes) == 0 {
		return false
	}
	for _, o := range s.Outcomes {
		if len(o.Does) > 0 || len(o.Sets) > 0 || len(o.Objects) > 0 {
			return false
		}
		for _, r := range o.Results {
			switch r.Kind {
			case vUnknown, vNotNil, vNil, vConst, vZero:
			default:
				return false
			}
		}
	}
	return true
}

// active reports whether a summary changes what callers own.
func (s *summary) active() bool {
	for _, e := range s.Elements {
		if e.Kind != uses {
			return true
		}
	}
	for _, o := range s.Outcomes {
		if len(o.Objects) > 0 {
			return true
		}
		for _, e := range o.Does {
			if e.Kind != lends && e.Kind != keepsIt && e.Kind != uses {
				return true
			}
		}
	}
	return s.Opaque
}

// keeps reports whether the argument may be somewhere else after the call.
func (s *summary) keeps(i int) bool {
	holds := func(v value) bool {
		return v.has(func(v value) bool {
			return (v.Kind == vPlace || v.Kind == vBorrowOf || v.Kind == vAliasOf) && v.Place.From(i)
		})
	}
	for _, o := range s.Outcomes {
		if slices.ContainsFunc(o.Does, func(e effect) bool { return e.Place.From(i) && e.Kind.order() > 0 }) ||
			slices.ContainsFunc(o.Sets, func(a assignment) bool { return holds(a.To) }) || slices.ContainsFunc(o.Results, holds) {
			return true
		}
	}
	return len(s.Elements) > 0
}

// takesOver reports whether the argument is in a result of the function, which has
// taken no reference to it.
func (s *summary) takesOver(i int) bool {
	argument := place.Parameter(i)
	holds := func(v value) bool { return v.has(func(v value) bool { return v.is(argument) }) }
	return slices.ContainsFunc(s.Outcomes, func(o outcome) bool {
		return slices.ContainsFunc(o.Results, holds) &&
			!slices.ContainsFunc(o.Does, func(e effect) bool { return e.Place == argument && (e.Kind == retains || e.Kind == maybe) })
	})
}

func (s *summary) String() string { return fmt.Sprintf("%+v", *s) }

// A fact is the summary of a function, for other packages.
type fact struct{ Summary summary }

func (*fact) AFact()           {}
func (f *fact) String() string { return f.Summary.String() }
