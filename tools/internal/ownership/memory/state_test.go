package memory

import (
	"go/types"
	"reflect"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// notDigested are the fields of a State that two states may differ in and still
// lead to the same reports.
var notDigested = map[string]string{
	"Values": "all states of a walk share them",
	"Latest": "its terms are in Env and Cells where they matter",
	"Marks":  "they follow from the instructions that were carried out",
	"Visits": "they tell evaluations apart, and so do terms",
	"Calls":  "they tell evaluations apart, and so do terms",
	"Trail":  "it is for the text of reports; the shortest is kept",
	"Tick":   "it tells loads apart, and so do terms",
}

func point() Point {
	return Point{Function: &code.Function{}, Block: &ssa.BasicBlock{}}
}

// A state with something in each field, changed in one of them.
func changed(field string) *State {
	st := NewState(NewValues())
	st.SetFate(1, fate.Fate{})
	alloc := st.Terms.Make(term.Node{Kind: term.Alloc})
	switch field {
	case "Env":
		v := &ssa.Parameter{}
		st.Env.Set(v, alloc)
	case "Cells":
		st.Cells[alloc] = st.Terms.Nil()
	case "Fates":
		st.SetFate(2, fate.Fate{})
	case "Containers":
		st.Containers[alloc] = []fate.Role{fate.Reference(1)}
	case "Facts":
		st.Facts.Learn(st.Terms, st.Terms.Param(0), true)
	case "Shared":
		st.Shared[alloc] = true
	case "Turns":
		st.Turns.Add(at.Block)
	case "Defers":
		st.Defers = append(st.Defers, &Deferred{Instr: &ssa.Defer{}})
	case "Chosen":
		st.Chosen = append(st.Chosen, at.Block)
	case "Effects":
		st.Effects = append(st.Effects, summary.Effect{})
	case "Epoch":
		st.Epoch++
	case "Panicked":
		st.Panicked = true
	case "Recovered":
		st.Recovered = true
	case "":
	default:
		return nil
	}
	return st
}

var at = point()

func TestDigest_TellsStatesApartByEachField(t *testing.T) {
	for i := range reflect.TypeFor[State]().NumField() {
		name := reflect.TypeFor[State]().Field(i).Name
		if _, reason := notDigested[name]; reason {
			continue
		}
		if name == "Env" { // only what is alive is written: see TestDigest_WritesTheVariablesAround
			continue
		}
		st := changed(name)
		if st == nil {
			t.Errorf("the test does not know the field %s: write it into the digest, or give a reason why not", name)
			continue
		}
		if st.Digest(at) == changed("").Digest(at) {
			t.Errorf("states that differ in %s have the same digest", name)
		}
	}
}

func TestDigest_WritesTheVariablesAround(t *testing.T) {
	v := &ssa.Parameter{}
	around := Point{Function: at.Function, Block: at.Block, Around: []*code.Function{{Values: []ssa.Value{v}}}}
	a, b := NewState(NewValues()), NewState(NewValues())
	b.Env.Set(v, b.Terms.Make(term.Node{Kind: term.Alloc}))
	if a.Digest(around) == b.Digest(around) {
		t.Error("states that differ in a variable have the same digest")
	}
}

func TestDigest_TellsFatesApartByEachField(t *testing.T) {
	each(t, fate.Fate{}, func(name string, f fate.Fate) {
		with(t, name, func(st *State) { st.SetFate(1, f) })
	})
	each(t, fate.Loan{}, func(name string, l fate.Loan) {
		a, b := NewState(NewValues()), NewState(NewValues())
		a.SetFate(1, fate.Fate{Loans: []fate.Loan{l}})
		b.SetFate(1, fate.Fate{Loans: []fate.Loan{{}}})
		if a.Digest(at) == b.Digest(at) {
			t.Errorf("loans that differ in %s have the same digest", name)
		}
	})
	each(t, summary.Effect{}, func(name string, e summary.Effect) {
		a, b := NewState(NewValues()), NewState(NewValues())
		a.Effects, b.Effects = []summary.Effect{e}, []summary.Effect{{}}
		if a.Digest(at) == b.Digest(at) {
			t.Errorf("effects that differ in %s have the same digest", name)
		}
	})
}

func with(t *testing.T, name string, change func(*State)) {
	t.Helper()
	a, b := changed(""), changed("")
	change(b)
	if a.Digest(at) == b.Digest(at) {
		t.Errorf("fates that differ in %s have the same digest", name)
	}
}

// each calls f with copies of a struct that differ from it in one field.
func each[T any](t *testing.T, zero T, f func(name string, changed T)) {
	t.Helper()
	for i := range reflect.TypeFor[T]().NumField() {
		changed := zero
		field := reflect.ValueOf(&changed).Elem().Field(i)
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Int, reflect.Int32, reflect.Int64:
			field.SetInt(3)
		case reflect.Uint8:
			field.SetUint(2)
		case reflect.String:
			field.SetString("x")
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		default:
			if field.Type() != reflect.TypeFor[place.Place]() {
				t.Fatalf("field %s has the type %v, which the test cannot change", reflect.TypeFor[T]().Field(i).Name, field.Type())
			}
			field.Set(reflect.ValueOf(place.Parameter(2)))
		}
		f(reflect.TypeFor[T]().Field(i).Name, changed)
	}
}

// A clone can be changed, in each of its maps and slices, without the original.
func TestClone_SharesNothingThatCanBeChanged(t *testing.T) {
	st := NewState(NewValues())
	st.Defers = append(make([]*Deferred, 0, 4), &Deferred{})
	st.Effects = append(make([]summary.Effect, 0, 4), summary.Effect{})
	c := st.Clone()
	a, b := reflect.ValueOf(st).Elem(), reflect.ValueOf(c).Elem()
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		switch x, y := a.Field(i), b.Field(i); x.Kind() {
		case reflect.Map:
			if x.IsNil() || x.Pointer() == y.Pointer() {
				t.Errorf("%s is shared, or nil", name)
			}
		case reflect.Slice:
			if x.Pointer() == y.Pointer() && y.Cap() > y.Len() {
				t.Errorf("appending to %s of the clone writes into the original", name)
			}
		case reflect.Pointer:
			if name != "Values" && name != "Trail" {
				t.Errorf("%s is a pointer, and nothing says why it may be shared", name)
			}
		}
	}
	c.Env.Set(&ssa.Parameter{}, 1)
	if st.Env.Len() != 0 {
		t.Error("a variable of the clone is one of the original")
	}
	c.Facts.Learn(c.Terms, c.Terms.Param(0), true)
	if !st.Facts.Empty() {
		t.Error("what the clone learns, the original knows")
	}
}

// What leaves a function alone is not forgotten; what others may change is.
func TestForget_KeepsLocalMemory(t *testing.T) {
	st := NewState(NewValues())
	local := st.Terms.Make(term.Node{Kind: term.Alloc, N: 1})
	shared := st.Terms.Make(term.Node{Kind: term.Alloc, N: 2})
	one := st.Terms.Int(1)
	st.Cells[st.Terms.Field(local, 0)] = one
	st.Cells[st.Terms.Field(shared, 0)] = one
	st.Expose(shared)
	st.Forget()
	if st.Cells[st.Terms.Field(local, 0)] != one {
		t.Error("local memory was forgotten")
	}
	if st.Cells[st.Terms.Field(shared, 0)] == one {
		t.Error("shared memory was not forgotten")
	}
}

// A struct is copied by its parts: the copy does not change with the original.
func TestCopyParts_MakesACopy(t *testing.T) {
	st := NewState(NewValues())
	from := st.Terms.Make(term.Node{Kind: term.Alloc, N: 1})
	to := st.Terms.Make(term.Node{Kind: term.Alloc, N: 2})
	inner := func(base term.Term) term.Term { return st.Terms.Field(st.Terms.Field(base, 1), 2) }
	st.Cells[inner(from)] = st.Terms.Int(7)
	st.CopyParts(to, st.Terms.Load(from))
	st.Cells[inner(from)] = st.Terms.Int(8)
	if st.Cells[inner(to)] != st.Terms.Int(7) {
		t.Errorf("the copy has %v", st.Terms.Node(st.Cells[inner(to)]))
	}
}

// Reach finds what is stored in a struct in a struct, once.
func TestReach_GoesThroughMemory(t *testing.T) {
	st := NewState(NewValues())
	ref := st.Terms.Make(term.Node{Kind: term.Opaque})
	id := st.Object(Key{Found: ref}, fate.Object{})
	st.Roles[ref] = fate.Reference(id)
	outer := st.Terms.Make(term.Node{Kind: term.Alloc, N: 1})
	inner := st.Terms.Make(term.Node{Kind: term.Alloc, N: 2})
	st.Cells[st.Terms.Field(outer, 0)] = inner
	st.Cells[st.Terms.Field(outer, 1)] = inner
	st.Cells[st.Terms.Field(inner, 0)] = ref
	if got := st.Reachable(outer); len(got) != 1 || got[0] != id {
		t.Errorf("reached %v, want only %v", got, id)
	}
	if got := st.Reachable(st.Terms.ZeroOf(types.Typ[types.Int])); len(got) != 0 {
		t.Errorf("reached %v from a number", got)
	}
}

func TestState_InWords(t *testing.T) {
	st := NewState(NewValues())
	ref := st.Terms.Param(0)
	id := st.Object(Key{Found: ref}, fate.Object{What: "the reference"})
	st.Roles[ref] = fate.Reference(id)
	st.SetFate(id, fate.Fate{Count: 1})
	st.Facts.Learn(st.Terms, st.Terms.Equal(st.Terms.Param(1), st.Terms.Nil()), false)
	st.Cells[st.Terms.Field(st.Terms.Param(2), 1)] = ref
	const want = "\tobject 1, the reference: live, 1 owned here\n\tp1 == nil: false\n\tat p2.1: p0 (a reference to object 1)\n"
	if got := st.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
