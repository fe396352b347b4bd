package rewrite

import (
	"go/ast"
	"strings"
)

// thunks: statements become a function literal that is called at once.
var thunks = Rewriting{
	Name:  "literal",
	About: "statements become a function literal that is called at once",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			runs(f, func(list []ast.Stmt) {
				if !s.closed(list) {
					return
				}
				pos, end := extent(list)
				x, ok := s.extract(f, pos, end, byResult)
				if !ok {
					return
				}
				results, ok := s.typesOf(x.out)
				if !ok {
					return
				}
				before, after := "", ""
				if names := comma(namesOf(x.out)); names != "" {
					before, after = names+" := ", "\nreturn "+names
				}
				sites = append(sites, site{edits: []edit{
					replace(pos, end, "%sfunc() %s {\n%s%s\n}()", before, parenthesized(results), s.between(pos, end), after),
				}})
			})
		}
		return sites
	},
}

// callables: a literal that is deferred or started becomes a function.
var callables = Rewriting{
	Name:  "named literal",
	About: "a function literal that is deferred or started becomes a function",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				var call *ast.CallExpr
				switch n := n.(type) {
				case *ast.GoStmt:
					call = n.Call
				case *ast.DeferStmt:
					call = n.Call
				default:
					return
				}
				if site, ok := s.extractLiteral(f, call); ok {
					sites = append(sites, site)
				}
			})
		}
		return sites
	},
}

func (s *source) extractLiteral(f function, call *ast.CallExpr) (site, bool) {
	literal, ok := call.Fun.(*ast.FuncLit)
	if !ok || len(literal.Body.List) == 0 {
		return site{}, false
	}
	pos, end := extent(literal.Body.List)
	inner := function{literal, literal.Type, literal.Body, f.within, nil}
	x, ok := s.extract(inner, pos, end, early)
	if !ok {
		return site{}, false
	}
	results, ok := s.results(inner)
	if !ok || inner.namedResults() || !x.appendOwn(literal) {
		return site{}, false
	}
	body, ok := x.body()
	if !ok {
		return site{}, false
	}
	name := s.fresh("run")
	last := texts(s, call.Args)
	if call.Ellipsis.IsValid() {
		last[len(last)-1] += "..."
	}
	return site{edits: []edit{
		{call.Pos(), call.End(), x.call(name, last...)},
		x.declare(name, results, body),
	}}, true
}

// appendOwn puts the literal's own parameters behind those for what it captures.
func (x *extract) appendOwn(literal *ast.FuncLit) bool {
	var captured extract
	own := map[string]bool{}
	for _, field := range literal.Type.Params.List {
		for _, name := range field.Names {
			own[name.Name] = true
		}
	}
	for i, argument := range x.arguments {
		if own[argument] {
			continue
		}
		if own[strings.TrimPrefix(argument, "&")] {
			return false
		}
		captured.parameters = append(captured.parameters, x.parameters[i])
		captured.arguments = append(captured.arguments, argument)
	}
	x.parameters = append(captured.parameters, texts(x.s, literal.Type.Params.List)...)
	x.arguments = captured.arguments
	return true
}
