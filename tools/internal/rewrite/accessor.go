package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// getters: a field is read by a method.
var getters = Rewriting{
	Name:  "getter",
	About: "a field is read by a method that returns it",
	sites: func(s *source) (sites []site) {
		names := accessors{s: s, prefix: "get"}
		for at := range s.root.Preorder((*ast.SelectorExpr)(nil)) {
			selector := at.Node().(*ast.SelectorExpr)
			field, owner := s.ownField(selector)
			if field == nil || !isPlain(field.Type()) || holdsReferences(field.Type(), 0) || s.needsAddress(at) {
				continue
			}
			if name, kind, ok := names.of(field); ok {
				sites = append(sites, site{
					edits:   []edit{replace(selector.Sel.Pos(), selector.Sel.End(), "%s()", name)},
					helpers: []string{"func (it *" + owner + ") " + name + "() " + kind + " { return it." + field.Name() + " }"},
				})
			}
		}
		return sites
	},
}

// setters: a field is assigned by a method.
var setters = Rewriting{
	Name:  "setter",
	About: "a field is assigned by a method",
	sites: func(s *source) (sites []site) {
		names := accessors{s: s, prefix: "set"}
		for at := range s.root.Preorder((*ast.AssignStmt)(nil)) {
			assign := at.Node().(*ast.AssignStmt)
			if assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 {
				continue
			}
			selector, ok := assign.Lhs[0].(*ast.SelectorExpr)
			if !ok {
				continue
			}
			field, owner := s.ownField(selector)
			if field == nil || holdsReferences(field.Type(), 0) && !s.givesReference(assign.Rhs[0]) {
				continue
			}
			if _, inList := at.Parent().Node().(*ast.BlockStmt); !inList {
				continue
			}
			if name, kind, ok := names.of(field); ok {
				sites = append(sites, site{
					edits: []edit{
						replace(selector.Sel.Pos(), assign.Rhs[0].Pos(), "%s(", name),
						insert(assign.End(), ")"),
					},
					helpers: []string{"func (it *" + owner + ") " + name + "(value " + kind + ") { it." + field.Name() + " = value }"},
				})
			}
		}
		return sites
	},
}

// givesReference reports whether an expression is a new reference, which an argument
// hands over.
func (s *source) givesReference(e ast.Expr) bool {
	_, call := e.(*ast.CallExpr)
	return call && isReference(s.info.TypeOf(e))
}

// accessors are the methods for fields.
type accessors struct {
	s      *source
	prefix string
	names  map[*types.Var]string
}

// of returns the name of a field's method, and the text of the field's type.
func (a *accessors) of(field *types.Var) (name, kind string, ok bool) {
	if kind, ok = a.s.typeText(field.Type()); !ok {
		return "", "", false
	}
	if a.names == nil {
		a.names = map[*types.Var]string{}
	}
	if a.names[field] == "" {
		a.names[field] = a.s.fresh(a.prefix + strings.ToUpper(field.Name()[:1]) + field.Name()[1:])
	}
	return a.names[field], kind, true
}

// ownField is the field that is selected through a pointer to a struct of the
// package, with the name of the struct's type.
func (s *source) ownField(selector *ast.SelectorExpr) (field *types.Var, owner string) {
	selection := s.info.Selections[selector]
	if selection == nil || selection.Kind() != types.FieldVal || len(selection.Index()) != 1 {
		return nil, ""
	}
	pointer, ok := s.info.TypeOf(selector.X).(*types.Pointer)
	if !ok {
		return nil, ""
	}
	named, ok := pointer.Elem().(*types.Named)
	if !ok || named.Obj().Parent() != s.pkg.Scope() || named.TypeArgs().Len() > 0 {
		return nil, ""
	}
	return selection.Obj().(*types.Var), named.Obj().Name()
}

// isPlain reports whether a copy of a value of the type does what the value does.
func isPlain(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return false
	}
	return true
}

// needsAddress reports whether an expression stands for its variable, not only for
// the value.
func (s *source) needsAddress(at inspector.Cursor) bool {
	e := at.Node().(ast.Expr)
	switch parent := at.Parent().Node().(type) {
	case *ast.AssignStmt:
		for _, to := range parent.Lhs {
			if to == e {
				return true
			}
		}
	case *ast.RangeStmt:
		return parent.Key == e || parent.Value == e
	case *ast.UnaryExpr:
		return parent.Op == token.AND
	case *ast.IncDecStmt, *ast.ParenExpr:
		return true
	case *ast.SelectorExpr: // a method that has the address
		selection := s.info.Selections[parent]
		if selection == nil || selection.Kind() != types.MethodVal {
			return false
		}
		_, wants := selection.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
		_, has := s.underlying(e).(*types.Pointer)
		return wants && !has
	}
	return false
}
