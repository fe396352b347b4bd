package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// errs: a function reports with an error what it reported with a bool.
var errs = Rewriting{
	Name:  "bool to error",
	About: "a function returns an error instead of whether it has done something",
	sites: func(s *source) (sites []site) {
		s.changeable(func(f function, calls []*ast.CallExpr) {
			if site, ok := s.failing(f, calls); ok {
				sites = append(sites, site)
			}
		})
		return sites
	},
}

func (s *source) failing(f function, calls []*ast.CallExpr) (site, bool) {
	results := s.signature(f).Results()
	n := results.Len()
	if n == 0 || results.At(n-1).Type() != types.Typ[types.Bool] {
		return site{}, false
	}
	none, convert := s.fresh("errNone"), s.fresh("errorUnless")
	edits := []edit{replace(f.kind.Results.List[len(f.kind.Results.List)-1].Pos(), f.kind.Results.List[len(f.kind.Results.List)-1].End(), "error")}
	whole := true
	own(f.body, func(node ast.Node) {
		result, ok := node.(*ast.ReturnStmt)
		if !ok {
			return
		}
		if len(result.Results) != n {
			whole = false
			return
		}
		last := result.Results[n-1]
		text := convert + "(" + s.of(last) + ")"
		switch s.of(last) {
		case "true":
			text = "nil"
		case "false":
			text = none
		}
		edits = append(edits, replace(last.Pos(), last.End(), "%s", text))
	})
	if !whole {
		return site{}, false
	}
	assigned := s.assignments()
	for _, call := range calls {
		if n == 1 && assigned[call] == nil && !s.isStatement(call) {
			edits = append(edits, insert(call.Pos(), "("), insert(call.End(), " == nil)"))
			continue
		}
		more, ok := s.errorInstead(assigned[call])
		if !ok && !s.isStatement(call) {
			return site{}, false
		}
		edits = append(edits, more...)
	}
	return site{
		edits:   edits,
		imports: []string{"errors"},
		helpers: []string{"var " + none + " = errors.New(\"none\")", "func " + convert + "(ok bool) error {\nif ok {\nreturn nil\n}\nreturn " + none + "\n}"},
	}, true
}

// errorInstead renames the last variable of a definition, and compares it with nil
// where it is used.
func (s *source) errorInstead(assign *ast.AssignStmt) ([]edit, bool) {
	if assign == nil {
		return nil, false
	}
	id, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok {
		return nil, false
	}
	if id.Name == "_" {
		return nil, true
	}
	v, ok := s.info.Defs[id].(*types.Var)
	if !ok || assign.Tok != token.DEFINE || !s.facts[v].constant() {
		return nil, false
	}
	name := s.fresh("err")
	edits := []edit{replace(id.Pos(), id.End(), "%s", name)}
	for _, use := range s.facts[v].uses {
		edits = append(edits, replace(use.Pos(), use.End(), "(%s == nil)", name))
	}
	return edits, true
}

// assignments are the assignments of the file that have the values of one call.
func (s *source) assignments() map[*ast.CallExpr]*ast.AssignStmt {
	of := map[*ast.CallExpr]*ast.AssignStmt{}
	for node := range ast.Preorder(s.file) {
		if assign, ok := node.(*ast.AssignStmt); ok && len(assign.Rhs) == 1 {
			if call, ok := assign.Rhs[0].(*ast.CallExpr); ok {
				of[call] = assign
			}
		}
	}
	return of
}

// isStatement reports whether nothing uses the results of a call.
func (s *source) isStatement(call *ast.CallExpr) bool {
	for node := range ast.Preorder(s.file) {
		if st, ok := node.(*ast.ExprStmt); ok && st.X == call {
			return true
		}
	}
	return false
}

// musts: a function has one more result, an error that is always nil.
var musts = Rewriting{
	Name:  "error that is nil",
	About: "a function returns an error, too, and its callers panic if there is one",
	sites: func(s *source) (sites []site) {
		s.changeable(func(f function, calls []*ast.CallExpr) {
			if site, ok := s.fallible(f, calls); ok {
				sites = append(sites, site)
			}
		})
		return sites
	},
}

func (s *source) fallible(f function, calls []*ast.CallExpr) (site, bool) {
	results, ok := s.results(f)
	if !ok || len(results) != 1 || results[0] == "error" || results[0] == "bool" {
		return site{}, false
	}
	edits := []edit{replace(f.kind.Results.Pos(), f.kind.Results.End(), "(%s, error) ", results[0])}
	own(f.body, func(node ast.Node) {
		if result, ok := node.(*ast.ReturnStmt); ok {
			edits = append(edits, insert(result.End(), ", nil"))
		}
	})
	must := s.fresh("must")
	assigned := s.assignments()
	for i, call := range calls {
		assign := assigned[call]
		if id, ok := definedBy(assign); ok && i%2 == 0 && s.inList(assign) {
			name := s.fresh("err")
			edits = append(edits, insert(id.End(), ", %s", name), insert(assign.End(), "\nif %s != nil {\npanic(%[1]s)\n}", name))
			continue
		}
		if !s.isStatement(call) {
			edits = append(edits, insert(call.Pos(), "%s(", must), insert(call.End(), ")"))
		}
	}
	return site{edits: edits, helpers: []string{
		"func " + must + "[T any](value T, err error) T {\nif err != nil {\npanic(err)\n}\nreturn value\n}",
	}}, true
}

// definedBy is the one variable that a statement defines.
func definedBy(assign *ast.AssignStmt) (*ast.Ident, bool) {
	if assign == nil || assign.Tok != token.DEFINE || len(assign.Lhs) != 1 {
		return nil, false
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	return id, ok
}

// inList reports whether a statement is one of a list, and not part of another one.
func (s *source) inList(st ast.Stmt) bool {
	for _, f := range s.functions() {
		for _, list := range f.lists() {
			for _, other := range list {
				if other == st {
					return true
				}
			}
		}
	}
	return false
}

// outs: a function stores its result where a parameter points to.
var outs = Rewriting{
	Name:  "result by pointer",
	About: "a function stores its result where its first parameter points to",
	sites: func(s *source) (sites []site) {
		s.changeable(func(f function, calls []*ast.CallExpr) {
			if site, ok := s.storing(f, calls); ok {
				sites = append(sites, site)
			}
		})
		return sites
	},
}

func (s *source) storing(f function, calls []*ast.CallExpr) (site, bool) {
	results, ok := s.results(f)
	if !ok || len(results) != 1 {
		return site{}, false
	}
	to := s.fresh("to")
	parameter := to + " *" + results[0]
	if f.kind.Params.NumFields() > 0 {
		parameter += ", "
	}
	edits := []edit{
		insert(f.kind.Params.Opening+1, "%s", parameter),
		replace(f.kind.Results.Pos(), f.kind.Results.End(), ""),
	}
	own(f.body, func(node ast.Node) {
		if result, ok := node.(*ast.ReturnStmt); ok {
			edits = append(edits, replace(result.Pos(), result.Results[0].Pos(), "*%s = ", to), insert(result.End(), "\nreturn"))
		}
	})
	statement := s.statementsOf()
	for _, call := range calls {
		name, before := s.fresh("result"), ""
		switch st := statement[call].(type) {
		case *ast.ExprStmt:
			before = "var " + name + " " + results[0] + "\n"
		case *ast.ReturnStmt:
			before = "var " + name + " " + results[0] + "\n"
			edits = append(edits, replace(st.Pos(), call.Pos(), ""), insert(st.End(), "\nreturn %s", name))
		case *ast.AssignStmt:
			id, ok := st.Lhs[0].(*ast.Ident)
			if !ok || id.Name == "_" || len(st.Lhs) != 1 || !types.Identical(s.info.TypeOf(id), s.signature(f).Results().At(0).Type()) {
				return site{}, false
			}
			name = id.Name
			if st.Tok == token.DEFINE {
				if mentions(call, name) { // another variable of that name
					return site{}, false
				}
				before = "var " + name + " " + results[0] + "\n"
			}
			edits = append(edits, replace(id.Pos(), call.Pos(), ""))
		default:
			return site{}, false
		}
		argument := "&" + name
		if len(call.Args) > 0 {
			argument += ", "
		}
		edits = append(edits, insert(statement[call].Pos(), "%s", before), insert(call.Lparen+1, "%s", argument))
	}
	return site{edits: edits}, true
}

// mentions reports whether a name is in the text of a node.
func mentions(n ast.Node, name string) bool {
	for node := range ast.Preorder(n) {
		if id, ok := node.(*ast.Ident); ok && id.Name == name {
			return true
		}
	}
	return false
}
