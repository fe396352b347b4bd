package place_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// Whatever way leads from a parameter to a value, the place that names the value
// has the same steps.
func TestOf_NamesTheWayThatWasTaken(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		ts := term.New()
		number := random.IntN(4)
		value := ts.Param(number)
		var taken []place.Step
		for range random.IntN(5) {
			switch field := random.IntN(13); random.IntN(3) {
			case 0:
				value = ts.Field(value, field)
				taken = append(taken, place.Step{Kind: place.ToField, Field: field})
			case 1:
				if ts.Node(value).Kind == term.Index {
					continue
				}
				value = ts.Load(value)
				taken = append(taken, place.Step{Kind: place.ToContent})
			case 2:
				value = ts.Load(ts.Index(value, ts.Int(int64(field))))
				taken = append(taken, place.Step{Kind: place.ToElement})
			}
		}
		p, ok := place.Of(ts, value)
		if !ok {
			t.Fatalf("the value has no place; the way was %v", taken)
		}
		if n, ok := p.Parameter(); !ok || n != number || !slices.Equal(p.Path.Steps(), taken) {
			t.Fatalf("%v has the steps %v from parameter %d, want %v from %d", p, p.Path.Steps(), n, taken, number)
		}
	}
}

func TestOf_FindsNoPlaceForWhatCallersCannotReach(t *testing.T) {
	ts := term.New()
	for name, value := range map[string]term.Term{
		"no value":                0,
		"a constant":              ts.Int(3),
		"fresh memory":            ts.Make(term.Node{Kind: term.Alloc}),
		"a field of fresh memory": ts.Field(ts.Make(term.Node{Kind: term.Alloc}), 1),
		"a result of several":     ts.Make(term.Node{Kind: term.Part, A: ts.Param(0), Tag: "tuple"}),
		"something unknown":       ts.Make(term.Node{Kind: term.Opaque}),
		"what is too many steps away": func() term.Term {
			v := ts.Param(0)
			for range 30 {
				v = ts.Load(v)
			}
			return v
		}(),
	} {
		if p, ok := place.Of(ts, value); ok {
			t.Errorf("%s has the place %v", name, p)
		}
	}
}

func TestPlace_IsInWhatIsOnItsWay(t *testing.T) {
	param := place.Parameter(0)
	at := func(field int) place.Place { return place.Place{Root: param.Root, Path: param.Path.Field(field)} }
	for _, test := range []struct {
		inner, outer place.Place
		want         bool
	}{
		{at(1), param, true},
		{at(1).Content(), at(1), true},
		{at(1).SomeElement(), at(1), true},
		{param, param, false},
		{param, at(1), false},
		{at(2), at(1), false},
		{at(12), at(1), false},
		{at(1), place.Parameter(1), false},
	} {
		if got := test.inner.IsIn(test.outer); got != test.want {
			t.Errorf("%v is in %v: %t, want %t", test.inner, test.outer, got, test.want)
		}
	}
}

func TestPlace_IsBesideWhatIsInTheSameVariable(t *testing.T) {
	at := func(path place.Path) place.Place { return place.Place{Root: 1, Path: path} }
	for _, test := range []struct {
		a, b place.Place
		want bool
	}{
		{at(".0*"), at(".1"), true},
		{at(".0.0*"), at(".1.2"), true},
		{at(".2*.0*"), at(".2*.1"), true},
		{at(".0*"), at(".2*.1"), false},
		{at(".2[].0*"), at(".1"), false},
		{at(".0*"), place.Place{Root: 2, Path: ".1"}, false},
	} {
		if got := test.a.IsBeside(test.b); got != test.want {
			t.Errorf("%v is beside %v: %t, want %t", test.a, test.b, got, test.want)
		}
	}
}

func TestPlace_ZeroIsNowhere(t *testing.T) {
	var p place.Place
	if _, ok := p.Parameter(); ok || !p.IsNowhere() || p.IsGlobal() || p == place.Parameter(0) {
		t.Errorf("the zero place is %v", p)
	}
}
