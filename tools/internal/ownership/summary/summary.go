package summary

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
)

// A Summary tells callers what a function does: its possible outcomes. Summaries
// of functions that do something to references are facts for other packages.
type Summary struct {
	Outcomes []Outcome
	Elements []Effect // on everything that a slice or map of the caller's holds
	Opaque   bool     // too many outcomes: what happens to its arguments is unknown
}

// An Outcome is one way in which a function can end.
type Outcome struct {
	When    []Condition
	Does    []Effect
	Sets    []Assignment
	Objects []Owned // that the function acquired, and the caller owns
	Results []Value
	Forgets bool // it called unknown code
}

// Keeps reports whether a container that the caller can find has what is at a place, or
// something borrowed from it.
func (o Outcome) Keeps(p place.Place) bool {
	return slices.ContainsFunc(o.Does, func(e Effect) bool { return e.Place == p && !e.List.IsNowhere() })
}

// AddsTo reports whether the list at a place has something that the caller has lent, besides what
// the function has assigned there.
func (o Outcome) AddsTo(p place.Place) bool {
	return slices.ContainsFunc(o.Does, func(e Effect) bool { return e.List == p && !p.IsNowhere() })
}

// A Condition is a condition on the caller's values.
type Condition struct {
	Place place.Place
	Is    string // "nil", "zero", "true", or "=" and a constant
	Kind  int    // of the constant
	Not   bool
}

// An Effect is what happens to an object of the caller's.
type Effect struct {
	Place  place.Place
	Kind   EffectKind
	How    fate.Handover
	Family string // "" is the typed API
	Count  int
	Reset  bool
	Drop   bool        // a zero reference is left alone
	Used   bool        // and it was used before that: then it was not zero
	Untold bool        // of Maybe: it is released, but a caller cannot tell this outcome from others
	Once   place.Place // the sync.Once that runs it, if there is one
	Pool   place.Place // the sync.Pool that it is put into
	List   place.Place // the variable with the list that it is appended to
}

// An EffectKind says what happens to an object.
type EffectKind uint8

// What can happen to an object.
const (
	Releases EffectKind = iota + 1
	Retains
	Moves   // it goes to another owner
	Lends   // it is borrowed, and put where the borrow may outlive the call
	Uses    // it is used, and was not released before
	Maybe   // anything may happen to it
	Exposes // unknown code gets it
	Readies // it is reset
	Dirties // something is added to what it holds
	Houses  // a container that callers do not find has a reference of its own
)

// Order puts what happens to an object that is alive before its end, and who else may
// have it after that.
func (k EffectKind) Order() int {
	switch k {
	case Readies, Dirties, Uses, Retains, Houses:
		return 0
	case Lends, Exposes:
		return 2
	}
	return 1
}

// Ends reports whether the caller may have no reference afterwards.
func (k EffectKind) Ends() bool { return k == Releases || k == Moves || k == Maybe }

// An Assignment changes memory of the caller's.
type Assignment struct {
	Place place.Place
	To    Value
}

// Owned describes an object that the function acquired for its caller.
type Owned struct {
	Family   string
	Pool     place.Place // that it came from
	Lease    place.Place // another reference of its lease
	Moved    bool        // it is that reference, which the caller gave away
	Reset    bool
	Received bool
	Lent     bool // others have it, too, and may release it
	Kept     bool // others own it: the caller has no reference, or not the only one
	Scoped   bool // a scope owns it, until it ends: the caller has none
}

// A Value is a result, or what is assigned.
type Value struct {
	Kind   ValueKind
	Const  string
	Number int // kind of the constant, or of Objects
	Place  place.Place
	Parts  []Part // of a fresh struct
	Shared bool   // of a fresh struct: others know it too, and may have changed what is not in Parts
}

// A ValueKind says what is known of a value.
type ValueKind uint8

// What can be known of a value.
const (
	Unknown ValueKind = iota
	Nil
	NotNil
	Zero
	Const    // Const, Number: its constant.Kind
	AtPlace  // it is what was at Place before the call
	Object   // a reference to Objects[Number]
	Borrow   // borrowed from Objects[Number]
	Alias    // memory of Objects[Number]
	Cleanup  // a function that releases Objects[Number]
	Cleanups // a function that does what each of Parts does
	BorrowOf // borrowed from the object at Place
	AliasOf  // memory of the object at Place
	IsZero   // whether the reference at Place is zero; Number 1: whether it is not
	Fresh    // a pointer to a new struct with Parts; Number WholeStruct: the struct itself
)

// Has reports whether a value, or a part of it, is such a one.
func (v Value) Has(such func(Value) bool) bool {
	return such(v) || slices.ContainsFunc(v.Parts, func(p Part) bool { return p.To.Has(such) })
}

// isGlobal reports whether a value is that of a global variable.
func (v Value) isGlobal() bool { return v.Kind == AtPlace && v.Place.IsGlobal() }

// Owns reports whether a value is a reference, or a function that releases one.
func (v Value) Owns() bool { return v.Kind == Object || v.Kind == Cleanup }

// With returns a value with another one in place of what is at p.
func (v Value) With(p place.Place, other Value) Value {
	if v.Is(p) {
		return other
	}
	parts := slices.Clone(v.Parts)
	for i := range parts {
		parts[i].To = parts[i].To.With(p, other)
	}
	v.Parts = parts
	return v
}

// Is reports whether a value is what is at a place.
func (v Value) Is(p place.Place) bool { return v.Kind == AtPlace && v.Place == p }

// WholeStruct is the Number of a Fresh that is no pointer.
const WholeStruct = 1

// A Part is what is in a field of a fresh struct.
type Part struct {
	Path place.Path
	To   Value
}

// EndsIfTold reports whether the k-th outcome gives something up that another outcome leaves alone, and
// an argument that is no reference, such as a flag, tells which one comes about.
func (s *Summary) EndsIfTold(k int) bool {
	return slices.ContainsFunc(s.Outcomes[k].Does, func(e Effect) bool {
		return e.Kind.Ends() && slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
			isTold := func(c Condition) bool { return c.Place.IsRoot() && c.Is != "nil" && c.Is != "zero" }
			ends := func(other Effect) bool { return other.Place == e.Place && other.Kind.Ends() }
			return slices.ContainsFunc(o.When, isTold) && !slices.ContainsFunc(o.Does, ends)
		})
	})
}

// Ends reports whether a function may give up what its parameter number i refers to.
func (s *Summary) Ends(i int) bool {
	return slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return slices.ContainsFunc(o.Does, func(e Effect) bool {
			p, ok := e.Place.Parameter()
			return ok && p == i && e.Place.IsRoot() && e.Kind.Ends()
		})
	})
}

// ReleasesUntold reports whether a function may release what its parameter number i refers to, and a
// caller cannot tell when.
func (s *Summary) ReleasesUntold(i int) bool {
	return slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return slices.ContainsFunc(o.Does, func(e Effect) bool { return e.Untold && e.Place == place.Parameter(i) })
	})
}

// Trivial reports whether a summary tells nothing.
func (s *Summary) Trivial() bool {
	if s.Opaque || len(s.Elements) > 0 || len(s.Outcomes) == 0 {
		return false
	}
	for _, o := range s.Outcomes {
		if len(o.Does) > 0 || len(o.Sets) > 0 || len(o.Objects) > 0 {
			return false
		}
		for _, r := range o.Results {
			switch r.Kind {
			case Unknown, NotNil, Nil, Const, Zero:
			default:
				return false
			}
		}
	}
	return true
}

// Unsure returns the outcome for a caller that cannot tell whether the objects are
// released: anything may happen to them.
func (o Outcome) Unsure() Outcome {
	o.Does = slices.Clone(o.Does)
	for i := range o.Does {
		if o.Does[i].Kind == Releases {
			o.Does[i].Kind = Maybe
		}
		o.Does[i].Untold = false
	}
	return o
}

// MayFail reports whether the last result may be something else than nil.
func (s *Summary) MayFail() bool {
	return slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return len(o.Results) > 0 && o.Results[len(o.Results)-1].Kind != Nil
	})
}

// MayFind reports whether a function has one result, which is zero or not for reasons
// that callers don't see: outcome k is one in which it is zero.
func (s *Summary) MayFind(k int) bool {
	if len(s.Outcomes[k].Results) != 1 || len(s.Outcomes[k].When) > 0 {
		return false
	}
	return slices.ContainsFunc(s.Outcomes, func(o Outcome) bool { return o.Results[0].Kind != Zero })
}

// Needs reports whether there must be an object: a zero reference is not used.
func (e Effect) Needs() bool { return e.Kind == Uses || e.Kind == Releases && e.Used }

// AlwaysUses reports whether each outcome uses the reference at a place.
func (s *Summary) AlwaysUses(p place.Place) bool {
	return !slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return !slices.ContainsFunc(o.Does, func(e Effect) bool { return e.Place == p && e.Needs() })
	})
}

// MayDrop reports whether some outcome leaves a zero reference at a place alone.
func (s *Summary) MayDrop(p place.Place) bool {
	return slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return slices.ContainsFunc(o.Does, func(e Effect) bool { return e.Place == p && e.Drop })
	})
}

// Active reports whether a summary changes what callers own.
func (s *Summary) Active() bool {
	for _, e := range s.Elements {
		if e.Kind != Uses {
			return true
		}
	}
	for _, o := range s.Outcomes {
		if len(o.Objects) > 0 {
			return true
		}
		for _, e := range o.Does {
			if e.Kind != Lends && e.Kind != Exposes && e.Kind != Uses {
				return true
			}
		}
	}
	return s.Opaque
}

// Stores reports whether the argument may be somewhere else after outcome k of a call of a
// function with these results, or after an outcome that a caller cannot tell from that one by
// the results. A result is no way to the argument if it is only a part of that, by its type.
func (s *Summary) Stores(i, k int, results *types.Tuple, isPart func(result types.Type) bool) bool {
	elements := func(e Effect) bool { return e.Place.From(i) }
	return slices.ContainsFunc(s.Elements, elements) || slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return o.stores(i, results, isPart) && !o.isTold(s.Outcomes[k])
	})
}

// MayReturnOther reports whether another outcome than k returns something where this one returns a
// zero reference, and no other result tells the caller which of them it is.
func (s *Summary) MayReturnOther(k int) bool {
	rest := s.Outcomes[k]
	rest.Results = slices.Clone(rest.Results)
	for i, r := range rest.Results {
		if r.Kind == Zero {
			rest.Results[i] = Value{}
		}
	}
	isOther := func(o Outcome) bool {
		return !rest.isTold(o) && slices.ContainsFunc(o.Results, func(r Value) bool { return r.Kind != Zero })
	}
	return slices.ContainsFunc(s.Outcomes, isOther)
}

// stores reports whether an outcome puts the argument somewhere, without a reference that the
// function has taken for that. A number that is read from the argument is no way to it, nor is what
// is behind one of its fields, such as the bytes of a bitmap.
func (o Outcome) stores(i int, results *types.Tuple, isPart func(result types.Type) bool) bool {
	holds := func(v Value) bool {
		return v.Has(func(v Value) bool {
			return (v.Kind == AtPlace || v.Kind == BorrowOf || v.Kind == AliasOf && v.Place.IsRoot()) && v.Place.From(i)
		})
	}
	isPartOnly := func(e Effect) bool { return e.Kind == Exposes && !e.Place.IsRoot() }
	if slices.ContainsFunc(o.Does, func(e Effect) bool { return e.Place.From(i) && e.Kind.Order() > 0 && !isPartOnly(e) }) {
		return true
	}
	stored := 0
	for _, a := range o.Sets {
		if holds(a.To) && !a.Place.IsIn(place.Parameter(i)) {
			stored++
		}
	}
	if stored > o.retains(i) {
		return true
	}
	for k, v := range o.Results {
		if !holds(v) {
			continue
		}
		if k >= results.Len() {
			return true
		}
		t := results.At(k).Type()
		isInside := v.Kind == AliasOf || v.Kind == AtPlace && !v.Place.IsRoot()
		if !api.IsBasic(t) && !(isInside && isPart(t)) {
			return true
		}
	}
	return false
}

// retains counts the references to the argument that an outcome takes.
func (o Outcome) retains(i int) (n int) {
	for _, e := range o.Does {
		if e.Kind == Retains && e.Place == place.Parameter(i) {
			n += max(e.Count, 1)
		}
	}
	return n
}

// isTold reports whether the results tell two outcomes apart.
func (o Outcome) isTold(from Outcome) bool {
	for i := range min(len(o.Results), len(from.Results)) {
		if o.Results[i].differs(from.Results[i]) {
			return true
		}
	}
	return false
}

// MayKeep reports whether another outcome does not release what is at a place, although
// the caller's other values are as in this one.
func (s *Summary) MayKeep(o Outcome, p place.Place) bool {
	return slices.ContainsFunc(s.Outcomes, func(other Outcome) bool {
		released := slices.ContainsFunc(other.Does, func(e Effect) bool { return e.Place == p && e.Kind == Releases })
		return !released && !slices.ContainsFunc(o.When, func(c Condition) bool {
			inside := c.Place.IsIn(p)
			c.Not = !c.Not
			return !inside && slices.Contains(other.When, c)
		})
	})
}

// Substitutes reports whether outcome k returns something that its caller owns, because an
// argument is nil which other outcomes return as it is.
func (s *Summary) Substitutes(k int) bool {
	for i, made := range s.Outcomes[k].Results {
		if !made.Owns() {
			continue
		}
		for _, other := range s.Outcomes {
			if i < len(other.Results) && other.Results[i].Kind == AtPlace && slices.Contains(s.Outcomes[k].When, Condition{Place: other.Results[i].Place, Is: "nil"}) {
				return true
			}
		}
	}
	return false
}

// OwnsUntold reports whether the caller owns what result k is, or has, in some outcomes and not
// in others, and may not tell by its other results which: told reports whether it looks at one.
func (s *Summary) OwnsUntold(k int, told func(result int) bool) bool {
	owns := func(o Outcome) bool { return k < len(o.Results) && o.Results[k].Has(Value.Owns) }
	return slices.ContainsFunc(s.Outcomes, func(with Outcome) bool {
		return owns(with) && slices.ContainsFunc(s.Outcomes, func(without Outcome) bool {
			if owns(without) {
				return false
			}
			for i := range min(len(with.Results), len(without.Results)) {
				if i != k && told(i) && with.Results[i].differs(without.Results[i]) {
					return false
				}
			}
			return true
		})
	})
}

// HasOnePool reports whether all outcomes that put what is at a place into a pool put
// it into the same. A function that chooses a pool knows more of the object than its
// caller.
func (s *Summary) HasOnePool(p place.Place) bool {
	var pool place.Place
	for _, o := range s.Outcomes {
		for _, e := range o.Does {
			if e.Kind != Releases || e.Place != p {
				continue
			}
			if pool != e.Pool && !pool.IsNowhere() {
				return false
			}
			pool = e.Pool
		}
	}
	return true
}

// ReturnsPartsOnly reports whether the results of a function that may own something are memory of its
// arguments, or nothing.
func (s *Summary) ReturnsPartsOnly() bool {
	return !slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return len(o.Results) == 0 || slices.ContainsFunc(o.Results[:max(len(o.Results)-1, 1)], func(v Value) bool {
			return v.Kind != AliasOf && !isNothing(v)
		})
	})
}

// TakesOver reports whether the argument is in a result of the function, which has
// taken no reference to it, or to the elements if it is a list.
func (s *Summary) TakesOver(i int) bool {
	argument := place.Parameter(i)
	holds := func(v Value) bool { return v.Has(func(v Value) bool { return v.Is(argument) }) }
	retains := func(e Effect) bool {
		return e.Place.Container() == argument && (e.Kind == Retains || e.Kind == Maybe)
	}
	if slices.ContainsFunc(s.Elements, retains) {
		return false
	}
	return slices.ContainsFunc(s.Outcomes, func(o Outcome) bool {
		return slices.ContainsFunc(o.Results, holds) && !slices.ContainsFunc(o.Does, retains)
	})
}

// Fills reports whether a function may assign something to memory of the argument.
func (s *Summary) Fills(i int) bool {
	return s.Opaque || slices.ContainsFunc(s.Outcomes, func(o Outcome) bool { return o.fills(i) })
}

// FillsUntold reports whether a function may assign something to memory of the argument, and
// may leave it as it is with the same results: a caller cannot tell which.
func (s *Summary) FillsUntold(i int) bool {
	return s.Opaque || slices.ContainsFunc(s.Outcomes, func(with Outcome) bool {
		return with.fills(i) && slices.ContainsFunc(s.Outcomes, func(without Outcome) bool {
			return !without.fills(i) && !exclusive(with, without)
		})
	})
}

func (o Outcome) fills(i int) bool {
	return slices.ContainsFunc(o.Sets, func(a Assignment) bool { return a.Place.From(i) && !isNothing(a.To) })
}

// A Fact is the summary of a function, for other packages.
type Fact struct {
	Summary   Summary
	Uncounted bool // the object that it makes has no reference yet
	KeepsNil  bool // its only result is nil if its first parameter is, both errors
}

// HasSummary reports whether the fact says more than what becomes of an error.
func (f *Fact) HasSummary() bool { return f.Summary.Opaque || len(f.Summary.Outcomes) > 0 }

// AFact marks a Fact as a fact of the analysis framework.
func (*Fact) AFact() {}

// String returns the summary in words.
func (f *Fact) String() string { return f.Summary.String() }
