package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// A program that keeps rcpool's rule must keep it when it is rewritten: a parameter
// of type Ref takes the reference over, one of type *Ref borrows it, and a slice, map
// or struct that is an argument lends the references in it. So not each variable can
// become a parameter.

// A passing says how a variable may become a parameter.
type passing int

const (
	anyhow  passing = iota
	pointed         // only as a pointer, which borrows what it points to
	given           // only by value, which hands it over
	never
)

// passingOf decides how the part from pos to end may have a variable.
func (s *source) passingOf(v *types.Var, f *fact, x *extract, mentions []*ast.Ident) passing {
	switch {
	case isReference(v.Type()):
		if s.borrows(mentions) {
			return pointed
		}
		if s.endsIn(v, f, x) {
			return given
		}
		return never
	case holdsReferences(v.Type(), 0) && s.gives(x.pos, x.end):
		return never
	}
	return anyhow
}

func isReference(t types.Type) bool { return api.IsRef(t) || api.IsByteRef(t) }

// holdsReferences reports whether references are in the values of a type, and not
// behind a pointer.
func holdsReferences(t types.Type, depth int) bool {
	if isReference(t) {
		return true
	}
	if depth > 4 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for field := range u.Fields() {
			if holdsReferences(field.Type(), depth+1) {
				return true
			}
		}
	case *types.Slice:
		return holdsReferences(u.Elem(), depth+1)
	case *types.Array:
		return holdsReferences(u.Elem(), depth+1)
	case *types.Map:
		return holdsReferences(u.Elem(), depth+1)
	}
	return false
}

// borrows reports whether all that is done with a reference is to call methods of it
// that leave it to its owner.
func (s *source) borrows(mentions []*ast.Ident) bool {
	called := map[*ast.Ident]bool{}
	for node := range ast.Preorder(s.file) {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			continue
		}
		if method, ok := call.Fun.(*ast.SelectorExpr); ok && method.Sel.Name != "Release" && method.Sel.Name != "Detach" {
			if id, ok := method.X.(*ast.Ident); ok {
				called[id] = true
			}
		}
	}
	return !slices.ContainsFunc(mentions, func(id *ast.Ident) bool { return !called[id] })
}

// gives reports whether the text from pos to end has a call that gives a reference up.
func (s *source) gives(pos, end token.Pos) bool {
	for node := range ast.Preorder(s.file) {
		if method, ok := node.(*ast.SelectorExpr); ok && method.Pos() >= pos && method.End() <= end {
			switch method.Sel.Name {
			case "Release", "Detach", "Drop", "Move":
				return true
			}
		}
	}
	return false
}

// endsIn reports whether a reference that its function owns is given up in the part:
// nothing uses it after that, and it is no copy of what is in a container.
func (s *source) endsIn(v *types.Var, f *fact, x *extract) bool {
	if f.captured || f.addressed || len(f.assigned) > 0 || !s.comesFromCall(v) {
		return false
	}
	var before []*ast.Ident
	for _, use := range f.uses {
		switch {
		case use.Pos() >= x.end:
			return false
		case use.Pos() < x.pos:
			before = append(before, use)
		}
	}
	after := s.borrows(before)
	ast.Inspect(x.from.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt: // that comes back to the part, with the same variable
			if n.Pos() < x.pos && x.end <= n.End() && v.Pos() < n.Pos() {
				after = false
			}
		}
		return true
	})
	return after
}

// comesFromCall reports whether a variable is a parameter, or is declared with what a
// call returns or a channel delivers.
func (s *source) comesFromCall(v *types.Var) bool {
	for node := range ast.Preorder(s.file) {
		switch n := node.(type) {
		case *ast.FuncType:
			for _, field := range n.Params.List {
				for _, name := range field.Names {
					if s.info.Defs[name] == v {
						return true
					}
				}
			}
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				if id, ok := to.(*ast.Ident); !ok || s.info.Defs[id] != v {
					continue
				}
				switch e := n.Rhs[0].(type) {
				case *ast.CallExpr:
					return len(n.Rhs) == 1
				case *ast.UnaryExpr:
					return len(n.Rhs) == 1 && e.Op == token.ARROW
				}
			}
		}
	}
	return false
}
