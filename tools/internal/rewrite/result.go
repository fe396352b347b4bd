package rewrite

import (
	"go/ast"
	"go/types"
	"strings"
)

// named: results get names, and returns assign them.
var named = Rewriting{
	Name:  "named results",
	About: "results get names, and returns assign them first",
	sites: func(s *source) (sites []site) {
		if s.mayRecover() {
			return nil // a function that panics returns what was assigned
		}
		for _, f := range s.functions() {
			if f.namedResults() || f.kind.Results.NumFields() == 0 {
				continue
			}
			var names, fields []string
			for _, field := range f.kind.Results.List {
				name := s.fresh("result")
				names = append(names, name)
				fields = append(fields, name+" "+s.of(field.Type))
			}
			edits := []edit{replace(f.kind.Results.Pos(), f.kind.Results.End(), "(%s)", comma(fields))}
			own(f.body, func(n ast.Node) {
				if result, ok := n.(*ast.ReturnStmt); ok {
					edits = append(edits, replace(result.Pos(), result.End(), "%s = %s\nreturn", comma(names), comma(texts(s, result.Results))))
				}
			})
			sites = append(sites, site{edits: edits})
		}
		return sites
	},
}

// calls are the calls of a function of the package. ok is false if the function is
// used otherwise, too, or if another file uses it.
func (s *source) calls(callee types.Object) (calls []*ast.CallExpr, ok bool) {
	uses := 0
	for _, object := range s.info.Uses {
		if object == callee {
			uses++
		}
	}
	for node := range ast.Preorder(s.file) {
		call, isCall := node.(*ast.CallExpr)
		if !isCall {
			continue
		}
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			if s.info.Uses[fun] == callee {
				calls = append(calls, call)
			}
		case *ast.SelectorExpr:
			if s.info.Uses[fun.Sel] == callee {
				calls = append(calls, call)
			}
		}
	}
	return calls, uses == len(calls)
}

// changeable are the functions of the file whose type can be another one, since
// every use of them is a call in the file.
func (s *source) changeable(yield func(f function, calls []*ast.CallExpr)) {
	for _, f := range s.functions() {
		if f.decl == nil || s.generic(f) || f.namedResults() || f.decl.Name.IsExported() {
			continue
		}
		callee := s.info.Defs[f.decl.Name]
		if f.decl.Recv != nil && s.required(callee.(*types.Func)) {
			continue
		}
		if calls, ok := s.calls(callee); ok && len(calls) > 0 {
			yield(f, calls)
		}
	}
}

// required reports whether an interface of the package has a method of that name.
func (s *source) required(method *types.Func) bool {
	for _, name := range s.pkg.Scope().Names() {
		t, ok := s.pkg.Scope().Lookup(name).Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		if found, _, _ := types.LookupFieldOrMethod(t, false, s.pkg, method.Name()); found != nil {
			return true
		}
	}
	return false
}

// outcomes: the results of a function are returned in a struct.
var outcomes = Rewriting{
	Name:  "results in a struct",
	About: "a function returns a struct with its results",
	sites: func(s *source) (sites []site) {
		s.changeable(func(f function, calls []*ast.CallExpr) {
			if site, ok := s.structResults(f, calls); ok {
				sites = append(sites, site)
			}
		})
		return sites
	},
}

func (s *source) structResults(f function, calls []*ast.CallExpr) (site, bool) {
	results, ok := s.results(f)
	if !ok || len(results) == 0 {
		return site{}, false
	}
	kind := s.fresh("outcome")
	var fields []string
	var declaration strings.Builder
	for i, text := range results {
		field := "v" + string(rune('a'+i))
		fields = append(fields, field)
		declaration.WriteString(field + " " + text + "\n")
	}
	edits := []edit{
		replace(f.kind.Results.Pos(), f.kind.Results.End(), "%s ", kind),
		insert(f.within.End(), "\n\ntype %s struct {\n%s}\n", kind, declaration.String()),
	}
	statement := s.statementsOf()
	for _, call := range calls {
		st := statement[call]
		if len(results) == 1 {
			if _, alone := st.(*ast.ExprStmt); !alone { // a field is no statement
				edits = append(edits, insert(call.End(), ".%s", fields[0]))
			}
			continue
		}
		name := s.fresh("got")
		var values []string
		for _, field := range fields {
			values = append(values, name+"."+field)
		}
		switch st.(type) {
		case *ast.AssignStmt, *ast.ReturnStmt:
			edits = append(edits,
				insert(st.Pos(), "%s := %s\n", name, s.of(call)),
				replace(call.Pos(), call.End(), "%s", comma(values)))
		case *ast.ExprStmt:
		default:
			return site{}, false
		}
	}
	whole := true
	own(f.body, func(n ast.Node) {
		result, isReturn := n.(*ast.ReturnStmt)
		if !isReturn {
			return
		}
		if len(result.Results) != len(results) {
			whole = false
			return
		}
		edits = append(edits, insert(result.Results[0].Pos(), "%s{", kind), insert(result.Results[len(results)-1].End(), "}"))
	})
	if !whole {
		return site{}, false
	}
	return site{edits: edits}, true
}

// statementsOf are the statements of lists that have nothing but the value of a
// call.
func (s *source) statementsOf() map[*ast.CallExpr]ast.Stmt {
	of := map[*ast.CallExpr]ast.Stmt{}
	for _, f := range s.functions() {
		for _, list := range f.lists() {
			for _, st := range list {
				e := valueOf(st)
				if result, ok := st.(*ast.ReturnStmt); ok && len(result.Results) == 1 {
					e = result.Results[0]
				}
				if call, ok := e.(*ast.CallExpr); ok {
					of[call] = st
				}
			}
		}
	}
	return of
}

// grouped: the parameters of a function become a struct.
var grouped = Rewriting{
	Name:  "parameters in a struct",
	About: "a function has a struct with its parameters",
	sites: func(s *source) (sites []site) {
		s.changeable(func(f function, calls []*ast.CallExpr) {
			if site, ok := s.structParameters(f, calls); ok {
				sites = append(sites, site)
			}
		})
		return sites
	},
}

func (s *source) structParameters(f function, calls []*ast.CallExpr) (site, bool) {
	parameters := s.signature(f).Params() // a reference would be lent, and not handed over
	if parameters.Len() == 0 || s.signature(f).Variadic() {
		return site{}, false
	}
	kind, parameter := s.fresh("input"), s.fresh("in")
	var declaration strings.Builder
	edits := []edit{replace(f.kind.Params.Opening+1, f.kind.Params.Closing, "%s %s", parameter, kind)}
	for v := range parameters.Variables() {
		text, ok := s.typeText(v.Type())
		if !ok || v.Name() == "" || v.Name() == "_" || isReference(v.Type()) {
			return site{}, false
		}
		declaration.WriteString(v.Name() + " " + text + "\n")
		if s.facts[v].redeclared {
			return site{}, false
		}
		for _, use := range s.facts[v].uses {
			edits = append(edits, replace(use.Pos(), use.End(), "%s.%s", parameter, v.Name()))
		}
	}
	edits = append(edits, insert(f.within.End(), "\n\ntype %s struct {\n%s}\n", kind, declaration.String()))
	for _, call := range calls {
		if len(call.Args) != parameters.Len() {
			return site{}, false
		}
		edits = append(edits, insert(call.Lparen+1, "%s{", kind), insert(call.Rparen, "}"))
	}
	return site{edits: edits}, true
}
