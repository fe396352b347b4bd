package advice

import (
	"go/ast"
	"go/types"
	"slices"
)

// A Fate says whether an object outlives the function that makes it.
type Fate string

const (
	Ends     Fate = "ends in the function"
	Outlives Fate = "outlives the function"
	Unknown  Fate = "not known"
)

// A Lifetime is what the source tells about the life of an object.
type Lifetime struct {
	Fate Fate   `json:"fate"`
	Why  string `json:"why,omitempty"`
}

// worst returns the lifetime that forbids the most.
func worst(all []Lifetime) Lifetime {
	for _, fate := range []Fate{Outlives, Unknown} {
		if i := slices.IndexFunc(all, func(l Lifetime) bool { return l.Fate == fate }); i >= 0 {
			return all[i]
		}
	}
	return Lifetime{Fate: Ends}
}

// lifetimeOf follows the value of an expression, or a variable that is declared
// by an identifier, through the function.
func (s *spot) lifetimeOf(n ast.Node) Lifetime {
	w := newFollower(s, 0)
	if id, ok := n.(*ast.Ident); ok {
		if v, ok := s.TypesInfo.Defs[id].(*types.Var); ok {
			w.variable(v)
			return worst(w.found)
		}
	}
	w.follow(n)
	return worst(w.found)
}

// lifetimeOfVariable follows a variable, which may have its value from elsewhere.
func (s *spot) lifetimeOfVariable(v *types.Var) Lifetime {
	w := newFollower(s, 0)
	if id := w.declaring(v); id != nil {
		w.origin(id)
	}
	w.variable(v)
	return worst(w.found)
}

func parentsOf(root ast.Node) map[ast.Node]ast.Node {
	parents := make(map[ast.Node]ast.Node)
	var open []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			open = open[:len(open)-1]
			return true
		}
		if len(open) > 0 {
			parents[n] = open[len(open)-1]
		}
		open = append(open, n)
		return true
	})
	return parents
}
