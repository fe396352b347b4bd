package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// containers: a map or a slice is changed, or asked, by generic functions.
var containers = Rewriting{
	Name:  "container functions",
	About: "generic functions put something into a map or a slice, look it up, or delete it",
	sites: func(s *source) (sites []site) {
		name := s.fresh("container")
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					if site, ok := s.contained(st, name); ok {
						sites = append(sites, site)
					}
				}
			}
		}
		return sites
	},
}

func (s *source) contained(st ast.Stmt, name string) (site, bool) {
	switch st := st.(type) {
	case *ast.ExprStmt: // delete(m, k)
		call, ok := st.X.(*ast.CallExpr)
		if !ok || !s.builtin(call, "delete") {
			return site{}, false
		}
		return site{
			edits:   []edit{replace(call.Fun.Pos(), call.Fun.End(), "%sRemove", name)},
			helpers: []string{"func " + name + "Remove[K comparable, V any](m map[K]V, key K) { delete(m, key) }"},
		}, true
	case *ast.AssignStmt:
		if len(st.Rhs) != 1 {
			return site{}, false
		}
		if len(st.Lhs) == 2 {
			return s.lookedUp(st, name)
		}
		if index, ok := st.Lhs[0].(*ast.IndexExpr); ok && st.Tok == token.ASSIGN && s.isMap(index.X) {
			return site{
				edits: []edit{
					replace(index.Pos(), index.X.Pos(), "%sPut(", name),
					replace(index.Lbrack, index.Index.Pos(), ", "),
					replace(index.Index.End(), st.Rhs[0].Pos(), ", "),
					insert(st.End(), ")"),
				},
				helpers: []string{"func " + name + "Put[K comparable, V any](m map[K]V, key K, value V) { m[key] = value }"},
			}, true
		}
		return s.pushed(st, name)
	}
	return site{}, false
}

// lookedUp rewrites v, ok := m[k].
func (s *source) lookedUp(st *ast.AssignStmt, name string) (site, bool) {
	index, ok := st.Rhs[0].(*ast.IndexExpr)
	if !ok || !s.isMap(index.X) || holdsReferences(s.info.TypeOf(index.X), 0) { // a result would be handed over
		return site{}, false
	}
	return site{
		edits: []edit{
			insert(index.Pos(), "%sGet(", name),
			replace(index.Lbrack, index.Index.Pos(), ", "),
			replace(index.Index.End(), index.End(), ")"),
		},
		helpers: []string{"func " + name + "Get[K comparable, V any](m map[K]V, key K) (V, bool) {\nvalue, ok := m[key]\nreturn value, ok\n}"},
	}, true
}

// pushed rewrites list = append(list, value).
func (s *source) pushed(st *ast.AssignStmt, name string) (site, bool) {
	call, ok := st.Rhs[0].(*ast.CallExpr)
	if !ok || st.Tok != token.ASSIGN || !s.builtin(call, "append") || len(call.Args) != 2 || call.Ellipsis.IsValid() {
		return site{}, false
	}
	switch st.Lhs[0].(type) {
	case *ast.Ident, *ast.SelectorExpr:
	default:
		return site{}, false
	}
	if s.of(st.Lhs[0]) != s.of(call.Args[0]) {
		return site{}, false
	}
	return site{
		edits: []edit{
			replace(st.Pos(), call.Args[0].Pos(), "%sPush(&", name),
		},
		helpers: []string{"func " + name + "Push[T any](list *[]T, value T) { *list = append(*list, value) }"},
	}, true
}

func (s *source) isMap(e ast.Expr) bool {
	_, ok := s.underlying(e).(*types.Map)
	return ok
}
