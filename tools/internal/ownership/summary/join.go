package summary

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
)

// maxOutcomes bounds the outcomes of a function. More tell a caller little, and
// each of them is a path there.
const maxOutcomes = 12

// New returns the summary of a function with these outcomes, one for each of its
// paths, and these effects on what the caller's containers hold. Settled reports
// whether callers must expect an effect on each path; see settle.
func New(outcomes []Outcome, elements []Effect, settled func(Effect) bool) *Summary {
	if len(outcomes) == 1 { // there is nothing to join
		return &Summary{Outcomes: outcomes, Elements: elements}
	}
	var distinct []Outcome
	seen := map[string]bool{}
	var rest []string
	for _, o := range outcomes {
		but := o.rest()
		if text := but + identity(&o.When); !seen[text] {
			seen[text] = true
			distinct, rest = append(distinct, o), append(rest, but)
		}
	}
	keepExchanged(distinct, rest)
	all := simplify(distinct, rest)
	if settle(all, settled) {
		all = simplify(all, restOf(all))
	}
	s := &Summary{Outcomes: widen(all, maxOutcomes), Elements: elements}
	doubt(s.Outcomes)
	if len(s.Outcomes) > maxOutcomes {
		return &Summary{Opaque: true}
	}
	return s
}

// settle is for functions such as one that puts an object into a pool unless it has
// grown too large: it has taken the object from its caller in both cases. If an outcome
// releases an object, so do the outcomes that a caller cannot tell from it, unless they
// do something else to the object. It reports whether some outcome does something else now.
func settle(all []Outcome, settled func(Effect) bool) (changed bool) {
	for i := range all {
		for _, e := range all[i].Does {
			if e.Kind != Releases || !settled(e) {
				continue
			}
			for j := range all {
				if i != j && !exclusive(all[i], all[j]) && !all[j].disposes(e.Place) {
					all[j].Does, changed = replaceAt(e.Place, all[j].Does, all[i].Does), true
				}
			}
		}
	}
	return changed
}

// replaceAt returns effects with those of others on what is at a place.
func replaceAt(p place.Place, effects, others []Effect) []Effect {
	elsewhere := slices.DeleteFunc(slices.Clone(effects), func(e Effect) bool { return e.Place == p })
	here := slices.DeleteFunc(slices.Clone(others), func(e Effect) bool { return e.Place != p })
	all := append(elsewhere, here...)
	slices.SortStableFunc(all, func(a, b Effect) int { return cmp.Compare(a.Kind.Order(), b.Kind.Order()) })
	return all
}

// disposes reports whether something becomes of what is at a place, besides its use.
func (o Outcome) disposes(p place.Place) bool {
	at := func(v Value) bool { return v.Has(func(v Value) bool { return v.Place == p }) }
	return slices.ContainsFunc(o.Does, func(e Effect) bool { return e.Place == p && e.Kind.Order() > 0 && e.Kind != Exposes }) ||
		slices.ContainsFunc(o.Sets, func(a Assignment) bool { return at(a.To) && !a.Place.IsIn(p) }) || slices.ContainsFunc(o.Results, at)
}

// doubt turns an effect into "maybe" if the caller cannot tell whether it took
// place: another outcome without it has the same conditions and the same results.
func doubt(all []Outcome) {
	final := func(e Effect) bool { return e.Kind == Releases || e.Kind == Moves }
	for i := range all {
		for j := range all {
			if i == j || exclusive(all[i], all[j]) {
				continue
			}
			for k, e := range all[i].Does {
				if !final(e) || slices.ContainsFunc(all[j].Does, func(o Effect) bool { return o.Place == e.Place && (final(o) || o.Kind == Maybe) }) ||
					slices.ContainsFunc(all[j].Sets, func(a Assignment) bool { return a.To.Kind == AtPlace && a.To.Place == e.Place }) ||
					all[j].returns(e.Place) { // what replaces the object is the object itself
					continue
				}
				all[i].Does[k].Kind = Maybe
				all[j].Does = append(all[j].Does, all[i].Does[k])
				all[i].Does[k].Untold = e.Kind == Releases
			}
		}
	}
}

// returns reports whether a result is what was at a place.
func (o Outcome) returns(p place.Place) bool {
	return slices.ContainsFunc(o.Results, func(r Value) bool { return r.Is(p) })
}

// exclusive reports whether a caller can tell two outcomes apart.
func exclusive(a, b Outcome) bool {
	for _, c := range a.When {
		c.Not = !c.Not
		if slices.Contains(b.When, c) {
			return true
		}
	}
	return a.isTold(b)
}

// differs reports whether two results are never equal.
func (v Value) differs(from Value) bool {
	if v.isGlobal() && from.isGlobal() && v.Place != from.Place { // such as errors
		return true
	}
	if v.isWhole() || from.isWhole() {
		return v.partsDiffer(from) || from.partsDiffer(v)
	}
	return v.Kind == Const && from.Kind == Const && v.Const != from.Const || isNothing(v) != isNothing(from) && v.Kind != Unknown && from.Kind != Unknown
}

func isNothing(v Value) bool { return v.Kind == Nil || v.Kind == Zero }

// isWhole reports whether a value is a struct whose fields are known.
func (v Value) isWhole() bool { return v.Kind == Fresh && v.Number == WholeStruct }

// partsDiffer reports whether a field of a struct is never what it is in another one, which
// may be zero as a whole.
func (v Value) partsDiffer(from Value) bool {
	return slices.ContainsFunc(v.Parts, func(p Part) bool {
		other := from.part(p.Path)
		return p.To.differs(other) && !(other.Kind == Zero && p.To.mayBeZero())
	})
}

// part returns what is in a field of a struct. What nobody has assigned is zero, unless others know
// the struct.
func (v Value) part(path place.Path) Value {
	overlaps := func(p Part) bool {
		return strings.HasPrefix(string(p.Path), string(path)) || strings.HasPrefix(string(path), string(p.Path))
	}
	for _, p := range v.Parts {
		if p.Path == path {
			return p.To
		}
	}
	if v.Kind == Zero || v.isWhole() && !v.Shared && !slices.ContainsFunc(v.Parts, overlaps) {
		return Value{Kind: Zero}
	}
	return Value{}
}

// mayBeZero reports whether a value may be the zero value of its type: false, for example.
func (v Value) mayBeZero() bool {
	switch v.Kind {
	case Const:
		return v.Const == "false" || v.Const == "0" || v.Const == `""`
	case AtPlace:
		return !v.isGlobal()
	case IsZero:
		return true
	}
	return false
}

// simplify joins outcomes that differ only in one condition, until no two can be
// joined. Joining an outcome can make it equal to others but for a condition, so
// those before it are tried again. Rest is what the outcomes say, but for their conditions.
func simplify(all []Outcome, rest []string) []Outcome {
	join := func(i, j int) bool {
		if rest[i] != rest[j] {
			return false
		}
		when, ok := joinConditions(all[i].When, all[j].When)
		if ok {
			all[i].When = when
			all, rest = slices.Delete(all, j, j+1), slices.Delete(rest, j, j+1)
		}
		return ok
	}
	for i := 0; i < len(all); i++ {
		for j := i + 1; j < len(all); {
			if !join(i, j) {
				j++
				continue
			}
			for k := 0; k < i; { // i is another one now
				if join(k, i) {
					i, k = k, 0
				} else {
					k++
				}
			}
			j = i + 1
		}
	}
	return all
}

// restOf lists what outcomes say, but for their conditions.
func restOf(all []Outcome) []string {
	rest := make([]string, len(all))
	for i := range all {
		rest[i] = all[i].rest()
	}
	return rest
}

// rest is equal for outcomes that are equal but for their conditions.
func (o Outcome) rest() string {
	o.When = nil
	return identity(&o)
}

// joinConditions returns the conditions under which one of two outcomes comes
// about, if they are the conditions of a and of b without one.
func joinConditions(a, b []Condition) ([]Condition, bool) {
	var common []Condition
	var differs Condition
	for _, c := range a {
		if slices.Contains(b, c) {
			common = append(common, c)
		} else {
			differs = c
		}
	}
	switch {
	case len(common) == len(a), len(common) == len(b):
		return common, true
	case len(common) == len(a)-1 && len(a) == len(b):
		differs.Not = !differs.Not
		return common, slices.Contains(b, differs)
	}
	return nil, false
}
