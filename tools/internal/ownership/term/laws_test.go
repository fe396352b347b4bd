package term_test

import (
	"go/token"
	"math/rand/v2"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

var comparisons = []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}

func compare(op token.Token, a, b int64) bool {
	switch op {
	case token.EQL:
		return a == b
	case token.NEQ:
		return a != b
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	}
	return a >= b
}

func TestMake_EqualStructureIsTheSameTerm(t *testing.T) {
	ts := term.New()
	a, b := ts.Param(0), ts.Param(1)
	if a == b || a != ts.Param(0) || ts.Field(a, 1) != ts.Field(a, 1) || ts.Field(a, 1) == ts.Field(a, 2) || ts.Field(a, 1) == ts.Field(b, 1) {
		t.Error("structure does not decide which term it is")
	}
	first := ts.Make(term.Node{Kind: term.Opaque, At: term.At{Visit: 1}, N: 16})
	if first == ts.Make(term.Node{Kind: term.Opaque, At: term.At{Visit: 2}}) {
		t.Error("different evaluations are the same term")
	}
}

func TestListed_ReturnsWhatWasListed(t *testing.T) {
	ts := term.New()
	want := []term.Term{ts.Param(2), ts.Param(0), ts.Param(1)}
	got, ok := ts.Listed(ts.List(want))
	if !ok || len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, ok := ts.Listed(ts.Param(0)); ok {
		t.Error("a parameter is listed")
	}
}

func TestRebase_MovesAnAddressBetweenStructs(t *testing.T) {
	ts := term.New()
	from, to := ts.Param(0), ts.Param(1)
	inside := ts.Index(ts.Field(from, 3), ts.Int(1))
	moved := ts.Rebase(inside, from, to)
	if moved != ts.Index(ts.Field(to, 3), ts.Int(1)) || ts.Root(moved) != to || !ts.Under(moved, to) || ts.Under(moved, from) {
		t.Errorf("%v became %v", ts.Node(inside), ts.Node(moved))
	}
}

func TestBinary_ComputesAsGoDoes(t *testing.T) {
	ts := term.New()
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		a, b, op := random.Int64N(9)-4, random.Int64N(9)-4, comparisons[random.IntN(len(comparisons))]
		if got, ok := ts.AsBool(ts.Binary(op, ts.Int(a), ts.Int(b))); !ok || got != compare(op, a, b) {
			t.Errorf("%d %v %d is %v, known: %v", a, op, b, got, ok)
		}
		if got, ok := ts.AsInt(ts.Binary(token.SUB, ts.Int(a), ts.Int(b))); !ok || got != a-b {
			t.Errorf("%d - %d is %d, known: %v", a, b, got, ok)
		}
	}
}

func TestNot_UndoesItself(t *testing.T) {
	ts := term.New()
	x, y := ts.Param(0), ts.Param(1)
	for _, op := range comparisons {
		c := ts.Binary(op, x, y)
		if ts.Not(ts.Not(c)) != c || ts.Not(c) == c {
			t.Errorf("not not %v is %v", ts.Node(c), ts.Node(ts.Not(ts.Not(c))))
		}
	}
}

func TestEqual_IsCommutative(t *testing.T) {
	ts := term.New()
	all := []term.Term{ts.Param(0), ts.Param(1), ts.Int(1), ts.Bool(true), ts.Nil(), ts.Make(term.Node{Kind: term.Alloc})}
	for _, a := range all {
		for _, b := range all {
			if ts.Equal(a, b) != ts.Equal(b, a) {
				t.Errorf("%v == %v depends on the order", ts.Node(a), ts.Node(b))
			}
		}
	}
}

// Variables have values. What is learned is true of these, so what follows from it
// must be true as well. What was learned must be decided.
func TestFacts_DecideNothingWrongly(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	decided := 0
	for range 3000 {
		ts := term.New()
		values := [3]int64{random.Int64N(5), random.Int64N(5), random.Int64N(5)}
		operand := func() (term.Term, int64) {
			if random.IntN(2) == 0 {
				c := random.Int64N(5)
				return ts.Int(c), c
			}
			v := random.IntN(len(values))
			return ts.Param(v), values[v]
		}
		condition := func() (term.Term, bool) {
			a, x := operand()
			b, y := operand()
			op := comparisons[random.IntN(len(comparisons))]
			return ts.Binary(op, a, b), compare(op, x, y)
		}
		facts := term.NoFacts()
		for range 6 {
			c, holds := condition()
			if got, ok := facts.Decide(ts, c); ok {
				decided++
				if got != holds {
					t.Fatalf("with the values %v, %v is decided as %v", values, ts.Node(c), got)
				}
				continue
			}
			before := facts.Clone()
			learn(ts, &facts, c, holds)
			if got, ok := facts.Decide(ts, c); !ok || got != holds {
				t.Fatalf("%v was learned to be %v, and is decided as %v, %v", ts.Node(c), holds, got, ok)
			}
			if _, ok := before.Decide(ts, c); ok {
				t.Fatal("learning changed a clone")
			}
		}
	}
	if decided < 1000 {
		t.Errorf("only %d conditions followed from others", decided)
	}
}

// learn takes the Nots off a condition, as a walk does.
func learn(ts *term.Terms, facts *term.Facts, c term.Term, holds bool) {
	if n := ts.Node(c); n.Kind == term.Not {
		learn(ts, facts, n.A, !holds)
		return
	}
	facts.Learn(ts, c, holds)
}

// The more is learned, the more is decided: a decision is never taken back.
func TestFacts_AreMonotone(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 1000 {
		ts := term.New()
		x, value := ts.Param(0), random.Int64N(6)
		facts := term.NoFacts()
		known := map[term.Term]bool{}
		for range 5 {
			for c, want := range known {
				if got, ok := facts.Decide(ts, c); !ok || got != want {
					t.Fatalf("%v was %v, and is decided as %v, %v", ts.Node(c), want, got, ok)
				}
			}
			op, c := comparisons[random.IntN(len(comparisons))], random.Int64N(6)
			cond := ts.Binary(op, x, ts.Int(c))
			if _, ok := facts.Decide(ts, cond); !ok {
				learn(ts, &facts, cond, compare(op, value, c))
			}
			known[cond] = compare(op, value, c)
		}
	}
}
