package summary

import (
	"go/token"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// ConditionOf describes a condition that holds or not, if it is on a value that the
// caller can find.
func ConditionOf(ts *term.Terms, t term.Term, truth bool) (Condition, bool) {
	n := ts.Node(t)
	c := Condition{Not: !truth}
	var ok bool
	switch {
	case n.Kind == term.Binary && n.Tag == token.EQL && ts.IsNil(n.B):
		c.Is = "nil"
		c.Place, ok = place.Of(ts, n.A)
	case n.Kind == term.Binary && n.Tag == token.EQL && ts.Node(n.B).Kind == term.Const:
		k := ts.Node(n.B)
		c.Is, c.Kind = "="+k.Tag.(string), k.N
		c.Place, ok = place.Of(ts, n.A)
	case n.Kind == term.Call && n.Tag == "IsZero":
		c.Is = "zero"
		c.Place, ok = place.Of(ts, n.A)
	case n.Kind == term.Param || n.Kind == term.Load || n.Kind == term.Part:
		c.Is = "true"
		c.Place, ok = place.Of(ts, t)
	}
	return c, ok
}
