package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// iterators: a loop over a slice or a map gets its elements from an iterator.
var iterators = Rewriting{
	Name:  "iterator",
	About: "a range over a slice or a map becomes one over an iterator",
	sites: func(s *source) (sites []site) {
		name := s.fresh("each")
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				loop, ok := n.(*ast.RangeStmt)
				if !ok || loop.Tok == token.ASSIGN {
					return
				}
				if site, ok := s.iterate(loop, name, len(sites)%3 == 0); ok {
					sites = append(sites, site)
				}
			})
		}
		return sites
	},
}

// iterate lets an iterator of the standard library yield what the loop has, or one
// that the program declares.
func (s *source) iterate(loop *ast.RangeStmt, name string, own bool) (site, bool) {
	key, value := isNamed(loop.Key), isNamed(loop.Value)
	var path, function string
	switch s.underlying(loop.X).(type) {
	case *types.Slice:
		path, function = "slices", "All"
	case *types.Map:
		path, function, own = "maps", "All", false
	default:
		return site{}, false
	}
	edits := []edit{insert(loop.X.End(), ")")}
	switch {
	case own && key && value:
		edits = append(edits, insert(loop.X.Pos(), "%s(", name))
		return site{edits: edits, helpers: []string{
			"func " + name + "[T any](list []T) func(yield func(int, T) bool) {\nreturn func(yield func(int, T) bool) {\nfor i, value := range list {\nif !yield(i, value) {\nreturn\n}\n}\n}\n}",
		}}, true
	case own && value:
		edits = append(edits, replace(loop.Key.Pos(), loop.Value.Pos(), ""), insert(loop.X.Pos(), "%sValue(", name))
		return site{edits: edits, helpers: []string{
			"func " + name + "Value[T any](list []T) func(yield func(T) bool) {\nreturn func(yield func(T) bool) {\nfor _, value := range list {\nif !yield(value) {\nreturn\n}\n}\n}\n}",
		}}, true
	case key && value:
	case value:
		function = "Values"
		edits = append(edits, replace(loop.Key.Pos(), loop.Value.Pos(), ""))
	case key && path == "maps" && loop.Value == nil:
		function = "Keys"
	default:
		return site{}, false
	}
	edits = append(edits, insert(loop.X.Pos(), "%s.%s(", path, function))
	return site{edits: edits, imports: []string{path}}, true
}

func isNamed(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name != "_"
}

// callbacks: the body of a loop becomes a literal that a function calls for each
// element.
var callbacks = Rewriting{
	Name:  "for each",
	About: "the body of a loop over a slice becomes a literal that a function calls for each element",
	sites: func(s *source) (sites []site) {
		name := s.fresh("forEach")
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				loop, ok := n.(*ast.RangeStmt)
				if !ok || loop.Tok != token.DEFINE || len(loop.Body.List) == 0 || s.recovers(loop.Body.List...) {
					return
				}
				if site, ok := s.callFor(loop, name); ok {
					sites = append(sites, site)
				}
			})
		}
		return sites
	},
}

func (s *source) callFor(loop *ast.RangeStmt, name string) (site, bool) {
	list, ok := s.underlying(loop.X).(*types.Slice)
	if !ok || holdsReferences(list.Elem(), 0) { // which would be handed over
		return site{}, false
	}
	element, ok := s.typeText(list.Elem())
	if !ok {
		return site{}, false
	}
	edits := []edit{}
	for _, st := range loop.Body.List {
		for _, jump := range leaving(st) {
			branch, ok := jump.(*ast.BranchStmt)
			if !ok || branch.Label != nil || branch.Tok != token.CONTINUE {
				return site{}, false
			}
			edits = append(edits, replace(branch.Pos(), branch.End(), "return"))
		}
	}
	index, value := "_", "_"
	if isNamed(loop.Key) {
		index = loop.Key.(*ast.Ident).Name
	}
	if isNamed(loop.Value) {
		value = loop.Value.(*ast.Ident).Name
	}
	edits = append(edits,
		replace(loop.Pos(), loop.Body.Lbrace+1, "%s(%s, func(%s int, %s %s) {", name, s.of(loop.X), index, value, element),
		insert(loop.End(), ")"))
	return site{edits: edits, helpers: []string{
		"func " + name + "[T any](list []T, do func(int, T)) {\nfor i, value := range list {\ndo(i, value)\n}\n}",
	}}, true
}

// selects: a channel operation becomes the first case of a select statement.
var selects = Rewriting{
	Name:  "select",
	About: "a send or a receive becomes a select statement, with a case that never happens or is tried first",
	sites: func(s *source) (sites []site) {
		never := s.fresh("never")
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					if text, ok := s.selected(st, never, len(sites)); ok {
						sites = append(sites, site{
							edits:   []edit{replace(st.Pos(), st.End(), "%s", text)},
							helpers: []string{"var " + never + " chan struct{}"},
						})
					}
				}
			}
		}
		return sites
	},
}

// selected is the text of a select statement. It has a second case that never
// happens, or tries a send and does it otherwise.
func (s *source) selected(st ast.Stmt, never string, n int) (string, bool) {
	second := "case <-" + never + ":\npanic(\"closed\")\n"
	switch st := st.(type) {
	case *ast.SendStmt:
		if _, simple := st.Value.(*ast.Ident); simple && n%2 == 0 {
			second = "default:\n" + s.of(st) + "\n"
		}
		return "select {\ncase " + s.of(st) + ":\n" + second + "}", true
	case *ast.ExprStmt:
		if receive, ok := st.X.(*ast.UnaryExpr); ok && receive.Op == token.ARROW {
			return "select {\ncase " + s.of(st) + ":\n" + second + "}", true
		}
	case *ast.AssignStmt:
		receive, ok := st.Rhs[0].(*ast.UnaryExpr)
		if !ok || receive.Op != token.ARROW {
			return "", false
		}
		declared := ""
		for _, to := range st.Lhs {
			id, ok := to.(*ast.Ident)
			if !ok {
				return "", false
			}
			if v, ok := s.info.Defs[id].(*types.Var); ok {
				kind, ok := s.typeText(v.Type())
				if !ok || mentions(receive, id.Name) {
					return "", false
				}
				declared += "var " + id.Name + " " + kind + "\n"
			}
		}
		return declared + "select {\ncase " + comma(texts(s, st.Lhs)) + " = " + s.of(receive) + ":\n" + second + "}", true
	}
	return "", false
}

// receives: a loop over a channel receives explicitly.
var receives = Rewriting{
	Name:  "range to receive",
	About: "a range over a channel becomes an endless loop that receives",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				loop, ok := n.(*ast.RangeStmt)
				if !ok || loop.Tok == token.ASSIGN {
					return
				}
				if _, ok := s.underlying(loop.X).(*types.Chan); !ok {
					return
				}
				channel, more, value := s.fresh("from"), s.fresh("more"), "_"
				if isNamed(loop.Key) {
					value = loop.Key.(*ast.Ident).Name
				}
				sites = append(sites, site{edits: []edit{replace(loop.Pos(), loop.Body.Lbrace+1,
					"for %s := %s; ; {\n%s, %s := <-%[1]s\nif !%[4]s {\nbreak\n}\n", channel, s.of(loop.X), value, more)}})
			})
		}
		return sites
	},
}
