package rewrite

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// literals: a deferred call is made by a deferred literal.
var literals = Rewriting{
	Name:  "deferred literal",
	About: "a deferred call is made by a deferred function literal",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				deferred, ok := n.(*ast.DeferStmt)
				if !ok || !s.unchanging(deferred.Call) {
					return
				}
				sites = append(sites, site{edits: []edit{
					insert(deferred.Call.Pos(), "func() {\n"),
					insert(deferred.Call.End(), "\n}()"),
				}})
			})
		}
		return sites
	},
}

// unchanging reports whether a call is the same at the end of the function as it
// is now: it is of a function or a method that is in variables which do not
// change, with such variables.
func (s *source) unchanging(call *ast.CallExpr) bool {
	var simple func(e ast.Expr) bool
	simple = func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Ident:
			if _, fact := s.local(e); fact != nil {
				return len(fact.assigned) == 0
			}
			return s.info.Types[e].Value != nil || s.info.Types[e].IsNil()
		case *ast.UnaryExpr:
			return simple(e.X)
		}
		return s.info.Types[e].Value != nil
	}
	for _, argument := range call.Args {
		if !simple(argument) {
			return false
		}
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return !s.builtin(call, "recover") && s.isFunction(fun)
	case *ast.SelectorExpr:
		if s.info.Selections[fun] == nil {
			return s.isFunction(fun.Sel)
		}
		return simple(fun.X) && s.isFunction(fun.Sel)
	}
	return false
}

// isFunction reports whether the name means a function or a method, and no variable.
func (s *source) isFunction(id *ast.Ident) bool {
	object := s.info.Uses[id]
	return object != nil && !isVariable(object)
}

// explicitDefers: the last deferred call of a function becomes a call before each
// return.
var explicitDefers = Rewriting{
	Name:  "call before return",
	About: "a deferred call becomes a call before each return",
	sites: func(s *source) []site {
		return s.earlierCalls(func(call string) (instead, before string) { return "", call })
	},
}

// onces: the last deferred call of a function is made once, before a return or at the
// end.
var onces = Rewriting{
	Name:  "once",
	About: "a deferred call is made once, before each return or at the end",
	sites: func(s *source) []site {
		sites := s.earlierCalls(func(call string) (instead, before string) {
			once, finish := s.fresh("once"), s.fresh("finish")
			return "var " + once + " sync.Once\n" + finish + " := func() { " + once + ".Do(func() { " + call + " }) }\ndefer " + finish + "()", finish + "()"
		})
		for i := range sites {
			sites[i].imports = []string{"sync"}
		}
		return sites
	},
}

// flags: the last deferred call of a function is made before each return, and at the
// end if a flag tells that it was not.
var flags = Rewriting{
	Name:  "flag",
	About: "a deferred call is made before each return, and at the end only if a flag is still set",
	sites: func(s *source) []site {
		return s.earlierCalls(func(call string) (instead, before string) {
			flag := s.fresh("pending")
			return flag + " := true\ndefer func() {\nif " + flag + " {\n" + call + "\n}\n}()", flag + " = false\n" + call
		})
	},
}

// earlierCalls puts something else in the place of the last deferred call of a
// function, and statements before each return.
func (s *source) earlierCalls(texts func(call string) (instead, before string)) (sites []site) {
	if s.mayRecover() {
		return nil
	}
	for _, f := range s.functions() {
		if f.namedResults() || labeled(f) {
			continue
		}
		if site, ok := s.undefer(f, texts); ok {
			sites = append(sites, site)
		}
	}
	return sites
}

// mayRecover reports whether anything in the file recovers: then a call that is
// not deferred is not the same.
func (s *source) mayRecover() bool {
	for _, f := range s.functions() {
		if s.recovers(f.body.List...) {
			return true
		}
	}
	return false
}

func (s *source) undefer(f function, texts func(call string) (instead, before string)) (site, bool) {
	var deferred *ast.DeferStmt
	own(f.body, func(n ast.Node) {
		if d, ok := n.(*ast.DeferStmt); ok {
			deferred = d // the last one in the text
		}
	})
	if deferred == nil || !slices.Contains(f.body.List, ast.Stmt(deferred)) || !s.unchanging(deferred.Call) {
		return site{}, false
	}
	results, ok := s.results(f)
	if !ok {
		return site{}, false
	}
	instead, before := texts(s.of(deferred.Call))
	edits := []edit{replace(deferred.Pos(), deferred.End(), "%s", instead)}
	hidden := false
	own(f.body, func(n ast.Node) {
		if result, isReturn := n.(*ast.ReturnStmt); isReturn && result.Pos() > deferred.Pos() {
			hidden = hidden || !s.sameNames(deferred.Call, result.Pos())
			edits = append(edits, replace(result.Pos(), result.End(), "%s", s.returnAfter(before, result, results)))
		}
	})
	if hidden {
		return site{}, false
	}
	if len(results) == 0 {
		if _, returns := f.body.List[len(f.body.List)-1].(*ast.ReturnStmt); !returns {
			edits = append(edits, insert(f.body.Rbrace, "%s\n", before))
		}
	}
	return site{edits: edits}, true
}

// sameNames reports whether the names of variables and functions in an expression
// mean the same at another place of its function.
func (s *source) sameNames(e ast.Expr, at token.Pos) bool {
	here := s.pkg.Scope().Innermost(at)
	for node := range ast.Preorder(e) {
		id, ok := node.(*ast.Ident)
		if !ok || s.info.Uses[id] == nil || s.info.Uses[id].Parent() == nil { // a field or a method
			continue
		}
		if _, found := here.LookupParent(id.Name, at); found != s.info.Uses[id] {
			return false
		}
	}
	return true
}

// returnAfter is a return statement with a call between its values and the return.
func (s *source) returnAfter(call string, result *ast.ReturnStmt, types []string) string {
	simple := !slices.ContainsFunc(result.Results, func(e ast.Expr) bool {
		return s.info.Types[e].Value == nil && !s.info.Types[e].IsNil()
	})
	if simple {
		return call + "\n" + s.of(result)
	}
	var b strings.Builder
	var names []string
	for _, text := range types {
		name := s.fresh("result")
		names = append(names, name)
		b.WriteString("var " + name + " " + text + "\n")
	}
	b.WriteString(comma(names) + " = " + comma(texts(s, result.Results)) + "\n" + call + "\nreturn " + comma(names))
	return b.String()
}
