package summary

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
)

// outcomes returns random outcomes whose conditions are on three values, and whose
// effects are on two.
func outcomes(random *rand.Rand) []Outcome {
	all := make([]Outcome, 1+random.IntN(6))
	for i := range all {
		for p := range 3 {
			if random.IntN(2) == 0 {
				all[i].When = append(all[i].When, Condition{Place: place.Parameter(p), Is: "nil", Not: random.IntN(2) == 0})
			}
		}
		for p := range 2 {
			if kind := EffectKind(random.IntN(4)); kind != 0 {
				all[i].Does = append(all[i].Does, Effect{Place: place.Parameter(p), Kind: kind})
			}
		}
		all[i].Results = []Value{{Kind: ValueKind(random.IntN(3))}}
	}
	return all
}

// holding lists what can happen when the values are these.
func holding(all []Outcome, isNil [3]bool) []string {
	var texts []string
	for _, o := range all {
		if !slices.ContainsFunc(o.When, func(c Condition) bool {
			p, _ := c.Place.Parameter()
			return isNil[p] == c.Not
		}) {
			texts = append(texts, o.rest())
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// Joining outcomes changes nothing of what can happen to any caller.
func TestSimplify_KeepsWhatCanHappen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		all := outcomes(random)
		before := slices.Clone(all)
		joined := simplify(all, restOf(all))
		for values := range 8 {
			isNil := [3]bool{values&1 != 0, values&2 != 0, values&4 != 0}
			if want, got := holding(before, isNil), holding(joined, isNil); !slices.Equal(want, got) {
				t.Fatalf("%v became %v; with %v, %v could happen, and now %v", before, joined, isNil, want, got)
			}
		}
	}
}

func TestSimplify_IsIdempotent(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		all := outcomes(random)
		once := simplify(all, restOf(all))
		if twice := simplify(slices.Clone(once), restOf(once)); !reflect.DeepEqual(once, twice) {
			t.Fatalf("%v became %v", once, twice)
		}
	}
}

func TestJoinConditions_IsCommutative(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		a, b := outcomes(random)[0].When, outcomes(random)[0].When
		ab, okAB := joinConditions(a, b)
		ba, okBA := joinConditions(b, a)
		key := func(c Condition) string { return c.String() }
		slices.SortFunc(ab, func(x, y Condition) int { return strings.Compare(key(x), key(y)) })
		slices.SortFunc(ba, func(x, y Condition) int { return strings.Compare(key(x), key(y)) })
		if okAB != okBA || okAB && !slices.Equal(ab, ba) {
			t.Fatalf("%v and %v join as %v %v, and the other way round as %v %v", a, b, ab, okAB, ba, okBA)
		}
	}
}

// Doubt changes an effect into Maybe, or adds Maybe, and nothing else. What it
// leaves certain happens in each outcome that the caller could take for this one.
func TestDoubt_OnlyMovesTowardsMaybe(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	final := func(k EffectKind) bool { return k == Releases || k == Moves }
	for range 2000 {
		all := outcomes(random)
		before := make([]Outcome, len(all))
		for i, o := range all {
			before[i] = o
			before[i].Does = slices.Clone(o.Does)
		}
		doubt(all)
		for i, o := range all {
			for k, e := range o.Does {
				if e.Kind != Maybe && (k >= len(before[i].Does) || before[i].Does[k] != e) {
					t.Fatalf("%v became %v", before[i], o)
				}
				if !final(e.Kind) {
					continue
				}
				for _, other := range all {
					if !exclusive(o, other) && !slices.ContainsFunc(other.Does, func(f Effect) bool {
						return f.Place == e.Place && (final(f.Kind) || f.Kind == Maybe)
					}) {
						t.Fatalf("%v is certain to %v, but could be %v", o, e, other)
					}
				}
			}
		}
	}
}

func TestNew_JoinsOutcomesIfThereAreTooMany(t *testing.T) {
	p0, p1 := place.Parameter(0), place.Parameter(1)
	released, retained := Effect{Place: p0, Kind: Releases}, Effect{Place: p1, Kind: Retains}
	failed, well := Value{Kind: NotNil}, Value{Kind: Nil}
	var all []Outcome
	for i := range maxOutcomes {
		all = append(all, Outcome{
			When:    []Condition{{Place: p0, Is: "=" + fmt.Sprint(i)}},
			Does:    []Effect{released},
			Results: []Value{{Kind: Const, Const: fmt.Sprint(i)}, well},
		})
	}
	if s := New(slices.Clone(all), nil, never); len(s.Outcomes) != maxOutcomes {
		t.Errorf("%d outcomes gave %v", maxOutcomes, s)
	}
	all = append(all,
		Outcome{Does: []Effect{released, retained}, Results: []Value{{Kind: Const}, failed}},
		Outcome{Does: []Effect{retained, released}, Objects: []Owned{{}}, Results: []Value{{Kind: Const}, well}},
	)
	const want = "outcome 1: releases p0; may do anything to p1; returns unknown, nil\n" +
		"outcome 2: releases p0; retains p1; returns , not nil\n"
	if got := New(all, nil, never).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What results do not tell apart is one outcome of a widened summary, which leaves the summary alone.
func TestWidened_HasOneOutcomeForWhatResultsTell(t *testing.T) {
	p0, p1 := place.Parameter(0), place.Parameter(1)
	released, retained := Effect{Place: p0, Kind: Releases}, Effect{Place: p1, Kind: Retains}
	failed, well := []Value{{Kind: NotNil}}, []Value{{Kind: Nil}}
	s := &Summary{Outcomes: []Outcome{
		{When: []Condition{{Place: p1, Is: "nil"}}, Does: []Effect{released}, Results: well},
		{When: []Condition{{Place: p1, Is: "nil", Not: true}}, Does: []Effect{released, retained}, Results: well},
		{Does: []Effect{released}, Results: failed},
	}}
	const want = "outcome 1: releases p0; may do anything to p1; returns nil\n" +
		"outcome 2: releases p0; returns not nil\n"
	before := s.String()
	if got := s.Widened().String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if after := s.String(); after != before {
		t.Errorf("the summary became\n%s", after)
	}
}

// A union says that something is certain only if it is so in each case.
func TestUnion_IsCertainOfWhatAllCasesDo(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 2000 {
		all := outcomes(random)
		joined := (&union{all: all}).outcome()
		for _, o := range all {
			for _, c := range joined.When {
				if !slices.Contains(o.When, c) {
					t.Fatalf("%v is not a case of %v", o, joined)
				}
			}
			for _, e := range joined.Does {
				if e.Kind != Maybe && !slices.Contains(o.Does, e) {
					t.Fatalf("%v is not a case of %v", o, joined)
				}
			}
			for _, e := range o.Does {
				if !slices.ContainsFunc(joined.Does, func(j Effect) bool { return j == e || j.Place == e.Place && j.Kind == Maybe }) {
					t.Fatalf("%v does not say what %v does", joined, o)
				}
			}
		}
	}
}

func TestSummary_InWords(t *testing.T) {
	p0, p1 := place.Parameter(0), place.Parameter(1)
	s := &Summary{Outcomes: []Outcome{
		{When: []Condition{{Place: p1, Is: "nil", Not: true}}, Does: []Effect{{Place: p0, Kind: Releases}}, Results: []Value{{Kind: NotNil}}},
		{Objects: []Owned{{}}, Results: []Value{{Kind: Fresh, Parts: []Part{{Path: ".0", To: Value{Kind: AtPlace, Place: p0}}, {Path: ".1", To: Value{Kind: Object}}}}}},
	}}
	const want = "outcome 1: if p1 is not nil; releases p0; returns not nil\n" +
		"outcome 2: acquires #0; returns a pointer to {.0: p0, .1: #0}\n"
	if got := s.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func never(Effect) bool { return false }

// What is settled happens in each outcome that the caller could take for the one
// that has it, unless the object goes elsewhere there.
func TestNew_SettlesWhatCallersCannotTell(t *testing.T) {
	object, size := place.Parameter(0), place.Parameter(1)
	put := Effect{Place: object, Kind: Releases, Family: "sync.Pool"}
	large := Condition{Place: size, Is: "true"}
	for name, c := range map[string]struct {
		other Outcome
		want  string
	}{
		"dropped":                {Outcome{Forgets: true}, "releases p0 of sync.Pool; calls unknown code"},
		"returned":               {Outcome{Results: []Value{{Kind: AtPlace, Place: object}}}, "returns p0"},
		"stored":                 {Outcome{Does: []Effect{{Place: object, Kind: Moves, How: 3}}}, "moves p0 (stored in a field)"},
		"the caller can tell it": {Outcome{When: []Condition{large}}, "if p1 is true; nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			first := Outcome{Does: []Effect{put}}
			if len(c.other.When) > 0 {
				first.When = []Condition{{Place: size, Is: "true", Not: true}}
			}
			settled := []Outcome{first, c.other}
			settle(settled, func(e Effect) bool { return e == put })
			if got := settled[1].String(); got != strings.TrimSuffix(c.want, "; nothing") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// What a function of a listed API does inside its arguments is its own affair; what it does to the
// arguments themselves is not, unless they are lent to it.
func TestOutward_LeavesOutWhatIsInside(t *testing.T) {
	receiver, given := place.Parameter(0), place.Parameter(1)
	maybe := func(p place.Place) Effect { return Effect{Place: p, Kind: Maybe} }
	s := &Summary{Outcomes: []Outcome{{Does: []Effect{
		maybe(receiver), maybe(receiver.Content()), {Place: receiver.Content(), Kind: Exposes},
		maybe(given), {Place: given, Kind: Releases}, {Place: receiver.Content(), Kind: Releases},
	}}}}
	out := s.Outward(func(i int) bool { return i == 0 })
	want := []Effect{maybe(given), {Place: given, Kind: Releases}, {Place: receiver.Content(), Kind: Releases}}
	if got := out.Outcomes[0].Does; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if len(s.Outcomes[0].Does) != 6 {
		t.Error("the summary itself was changed")
	}
}
