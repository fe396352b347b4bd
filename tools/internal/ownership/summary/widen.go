package summary

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
)

// This file is about functions with too many outcomes, such as one that parses something: most
// of them do nothing that matters to a caller, and differ in conditions and results only.

// Widened returns a summary with the outcomes that results do not tell apart joined.
func (s *Summary) Widened() *Summary {
	if s.Opaque || len(s.Outcomes) < 2 {
		return s
	}
	wide := *s
	wide.Outcomes = widen(s.Outcomes, 1)
	doubt(wide.Outcomes)
	return &wide
}

// widen joins the outcomes that results do not tell apart, if there are more than enough. A joined
// one does what all of them do. What only some do may happen: callers do not learn when.
func widen(all []Outcome, enough int) []Outcome {
	if len(all) <= enough {
		return all
	}
	joined := joinTold(all, true)
	if len(joined) > enough {
		joined = joinTold(all, false)
	}
	return joined
}

// joinTold joins the outcomes that results do not tell apart, with or without the fields of structs.
func joinTold(all []Outcome, fields bool) []Outcome {
	groups := map[string]*union{}
	var keys []string
	for _, o := range all {
		key := o.told(fields)
		if groups[key] == nil {
			groups[key] = &union{}
			keys = append(keys, key)
		}
		groups[key].all = append(groups[key].all, o)
	}
	var joined []Outcome
	for _, key := range keys {
		joined = append(joined, groups[key].outcome())
	}
	return joined
}

// told is what the results tell of an outcome: which are nil or zero, and which are true. The fields
// of structs tell that, too.
func (o Outcome) told(fields bool) string {
	tells := make([]string, len(o.Results))
	for i, r := range o.Results {
		tells[i] = r.tells(fields)
	}
	return fmt.Sprintf("%q", tells)
}

func (v Value) tells(fields bool) string {
	switch {
	case fields && v.isWhole():
		var b strings.Builder
		for _, p := range v.Parts {
			fmt.Fprintf(&b, "%s: %s, ", p.Path, p.To.tells(true))
		}
		return b.String()
	case v.Kind == Const && v.Const != "true" && v.Const != "false":
		return ""
	case v.Kind == Unknown, v.Kind == Const, isNothing(v):
		return v.String()
	}
	return "there"
}

// A union is the outcome of which some others are cases.
type union struct {
	all    []Outcome
	joined Outcome
}

func (u *union) outcome() Outcome {
	first := u.all[0]
	if len(u.all) == 1 {
		return first
	}
	u.joined.When = slices.DeleteFunc(slices.Clone(first.When), func(c Condition) bool {
		return u.some(func(o Outcome) bool { return !slices.Contains(o.When, c) })
	})
	u.joined.Forgets = u.some(func(o Outcome) bool { return o.Forgets })
	if u.haveSameObjects() {
		u.joined.Objects = first.Objects
	}
	for i := range first.Results {
		var values []Value
		for _, o := range u.all {
			values = append(values, o.Results[i])
		}
		u.joined.Results = append(u.joined.Results, u.value(values))
	}
	u.joinSets()
	u.joinEffects()
	return u.joined
}

func (u *union) some(is func(Outcome) bool) bool { return slices.ContainsFunc(u.all, is) }

// haveSameObjects reports whether all cases acquire the same for their caller.
func (u *union) haveSameObjects() bool {
	return !u.some(func(o Outcome) bool { return !slices.Equal(o.Objects, u.all[0].Objects) })
}

// value joins the values of all cases. If they differ, whatever they lead to may be anywhere.
func (u *union) value(values []Value) Value {
	first := values[0]
	if len(values) == len(u.all) && (u.haveSameObjects() || !first.Has(Value.isOfObject)) &&
		!slices.ContainsFunc(values, func(v Value) bool { return !reflect.DeepEqual(v, first) }) {
		return first
	}
	joined := Value{Kind: NotNil}
	for _, v := range values {
		if v.Kind == Unknown || v.Kind == Const || isNothing(v) {
			joined = Value{}
		}
		v.Has(func(v Value) bool {
			switch _, isParameter := v.Place.Parameter(); {
			case !isParameter:
			case v.Kind == AtPlace:
				u.may(Effect{Place: v.Place, Kind: Maybe})
				u.may(Effect{Place: v.Place, Kind: Exposes})
			case v.Kind == BorrowOf, v.Kind == AliasOf:
				u.may(Effect{Place: v.Place, Kind: Exposes})
			}
			return false
		})
	}
	return joined
}

// may adds an effect to those that the union has.
func (u *union) may(e Effect) {
	if !slices.Contains(u.joined.Does, e) {
		u.joined.Does = append(u.joined.Does, e)
	}
}

// joinSets joins what is stored at each place. What was there may be there still, or not.
func (u *union) joinSets() {
	values := map[place.Place][]Value{}
	for _, o := range u.all {
		for _, a := range o.Sets {
			values[a.Place] = append(values[a.Place], a.To)
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(values), place.Compare) {
		to := u.value(values[p])
		if len(values[p]) < len(u.all) && slices.ContainsFunc(values[p], Value.mayReplace) {
			u.may(Effect{Place: p.Content(), Kind: Maybe})
		}
		if to.Kind == NotNil {
			to = Value{}
		}
		u.joined.Sets = append(u.joined.Sets, Assignment{Place: p, To: to})
	}
}

// joinEffects joins what happens to what is at each place. What only some cases do may happen, and
// what they do without an end leads nowhere, unless it is that others have the object then.
func (u *union) joinEffects() {
	for _, o := range u.all {
		for _, e := range o.Does {
			switch {
			case !u.some(func(o Outcome) bool { return !slices.Contains(o.Does, e) }):
				u.may(e)
			case e.Kind.Ends(), e.Kind == Retains:
				u.may(Effect{Place: e.Place, Kind: Maybe, Family: e.Family})
			case e.Kind == Lends, e.Kind == Exposes:
				u.may(Effect{Place: e.Place, Kind: Exposes})
			case e.Kind == Readies, e.Kind == Houses:
				u.may(e)
			}
		}
	}
	slices.SortStableFunc(u.joined.Does, compareEffects)
}

func compareEffects(a, b Effect) int {
	return cmp.Or(cmp.Compare(a.Kind.Order(), b.Kind.Order()), place.Compare(a.Place, b.Place), cmp.Compare(a.Kind, b.Kind))
}

// isOfObject reports whether a value is tied to an object that the function acquired.
func (v Value) isOfObject() bool {
	switch v.Kind {
	case Object, Borrow, Alias, Cleanup:
		return true
	}
	return false
}

// mayReplace reports whether a value may be stored in place of a reference.
func (v Value) mayReplace() bool { return v.isOfObject() || v.Kind == AtPlace || isNothing(v) }
