package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A position is where an expression may be replaced by another one of its type.
type position struct {
	function   function
	expression ast.Expr
}

// positions are those of expressions that compute something.
func (s *source) positions() (all []position) {
	add := func(f function, list ...ast.Expr) {
		for _, e := range list {
			tv := s.info.Types[e]
			if tv.Value != nil || tv.IsNil() || tv.Type == nil || tv.IsType() {
				continue
			}
			switch ast.Unparen(e).(type) {
			case *ast.FuncLit:
			case *ast.CallExpr, *ast.CompositeLit:
				all = append(all, position{f, e})
			default:
				if !holdsReferences(tv.Type, 0) { // a result would be handed over, but this is a copy
					all = append(all, position{f, e})
				}
			}
		}
	}
	for _, f := range s.functions() {
		own(f.body, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE || n.Tok == token.ASSIGN {
					add(f, n.Rhs...)
				}
			case *ast.ReturnStmt:
				add(f, n.Results...)
			case *ast.SendStmt:
				add(f, n.Value)
			case *ast.CallExpr:
				if !s.info.Types[n.Fun].IsType() && !s.builtin(n, "") {
					add(f, n.Args...)
				}
			}
		})
	}
	return all
}

// expressions: a value is computed by a function.
var expressions = Rewriting{
	Name:  "expression",
	About: "an expression becomes a function that returns its value",
	sites: func(s *source) (sites []site) {
		for _, p := range s.positions() {
			switch ast.Unparen(p.expression).(type) {
			case *ast.Ident, *ast.BasicLit:
				continue
			}
			if site, ok := s.extractExpression(p, len(sites)%2 == 0); ok {
				sites = append(sites, site)
			}
		}
		return sites
	},
}

func (s *source) extractExpression(p position, method bool) (site, bool) {
	e := p.expression
	var vars []*types.Var
	if tuple, ok := s.info.TypeOf(e).(*types.Tuple); ok {
		for v := range tuple.Variables() {
			vars = append(vars, v)
		}
	} else {
		vars = append(vars, types.NewVar(e.Pos(), s.pkg, "", s.info.TypeOf(e)))
	}
	results, ok := s.typesOf(vars)
	if !ok {
		return site{}, false
	}
	x, ok := s.extract(p.function, e.Pos(), e.End(), byPointer)
	if !ok {
		return site{}, false
	}
	if method {
		x.asMethod()
	}
	body, ok := x.body()
	if !ok {
		return site{}, false
	}
	if _, isCall := ast.Unparen(e).(*ast.CallExpr); !isCall && len(vars) == 2 {
		body = "first, ok := " + body + "\nreturn first, ok"
	} else {
		body = "return " + body
	}
	name := s.fresh("value")
	return site{edits: []edit{{e.Pos(), e.End(), x.call(name)}, x.declare(name, results, body)}}, true
}

// identities: a value passes through a generic function that returns it.
var identities = Rewriting{
	Name:  "identity",
	About: "a value passes through a generic function that returns it",
	sites: func(s *source) (sites []site) {
		name := s.fresh("same")
		for _, p := range s.positions() {
			t := s.info.TypeOf(p.expression)
			if _, ok := t.(*types.Tuple); ok {
				continue
			}
			if basic, ok := t.(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
				continue
			}
			sites = append(sites, site{edits: []edit{
				insert(p.expression.Pos(), "%s(", name),
				insert(p.expression.End(), ")"),
			}, helpers: []string{"func " + name + "[T any](value T) T { return value }"}})
		}
		return sites
	},
}
