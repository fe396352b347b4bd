package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// An extract is a part of a function that becomes a function of its own.
type extract struct {
	s        *source
	from     function
	pos, end token.Pos

	parameters []string // as they are declared
	arguments  []string
	receiver   string // of a method; empty for a function
	caller     string // what the method is called on
	edits      []edit // of the part's text, where a parameter is a pointer

	set []*types.Var // variables from outside that the part assigns: it returns them
	out []*types.Var // variables of the part that are used after it
}

// A sharing says how the part has the variables that it assigns.
type sharing int

const (
	byResult  sharing = iota // it returns them
	byPointer                // it has their addresses
	early                    // it has the addresses of all that ever change: it runs at another time
	last                     // nothing after it uses them
)

// extract finds out what the part from pos to end needs from its function. ok is
// false if it cannot become a function of its own.
func (s *source) extract(f function, pos, end token.Pos, share sharing) (x *extract, ok bool) {
	if s.generic(f) {
		return nil, false
	}
	x = &extract{s: s, from: f, pos: pos, end: end}
	names := map[string]*types.Var{}
	inside := map[string]bool{}
	var outer []*types.Var
	mentions := map[*types.Var][]*ast.Ident{}
	for node := range ast.Preorder(f.within) {
		id, ok := node.(*ast.Ident)
		if !ok || id.Pos() < pos || id.End() > end {
			continue
		}
		v, fact := s.local(id)
		if fact == nil {
			continue
		}
		if v.Pos() >= pos && v.Pos() < end {
			inside[v.Name()] = true
			if !slices.Contains(x.out, v) && slices.ContainsFunc(fact.uses, func(use *ast.Ident) bool { return use.Pos() >= end }) {
				if !fact.passable() {
					return nil, false
				}
				x.out = append(x.out, v)
			}
			continue
		}
		if !slices.Contains(outer, v) {
			outer = append(outer, v)
		}
		mentions[v] = append(mentions[v], id)
		if names[v.Name()] != nil && names[v.Name()] != v {
			return nil, false // two variables with one name
		}
		names[v.Name()] = v
	}
	for _, v := range outer {
		if inside[v.Name()] || !x.take(v, s.facts[v], mentions[v], share) {
			return nil, false
		}
	}
	return x, true
}

// take makes a variable of the function a parameter of the part.
func (x *extract) take(v *types.Var, f *fact, mentions []*ast.Ident, share sharing) bool {
	text, ok := x.s.typeText(v.Type())
	if !ok {
		return false
	}
	changed := slices.ContainsFunc(f.assigned, func(p token.Pos) bool { return p >= x.pos && p < x.end })
	copied := f.passable() && (!changed || share == byResult || share == last)
	if share == early {
		copied = f.constant()
	}
	switch x.s.passingOf(v, f, x, mentions) {
	case never:
		return false
	case given:
		if !copied {
			return false
		}
	case pointed:
		if copied = false; share == early {
			return false // it would borrow for another time
		}
	}
	if copied {
		x.parameters = append(x.parameters, v.Name()+" "+text)
		x.arguments = append(x.arguments, v.Name())
		if changed && share == byResult {
			x.set = append(x.set, v)
		}
		return true
	}
	x.parameters = append(x.parameters, v.Name()+" *"+text)
	x.arguments = append(x.arguments, "&"+v.Name())
	for _, id := range mentions {
		x.edits = append(x.edits, replace(id.Pos(), id.End(), "(*%s)", id.Name))
	}
	return true
}

// asMethod makes the part a method of what its function is a method of, if it
// uses the receiver.
func (x *extract) asMethod() {
	if x.from.decl == nil || x.from.decl.Recv == nil || len(x.from.decl.Recv.List[0].Names) == 0 {
		return
	}
	name := x.from.decl.Recv.List[0].Names[0].Name
	i := slices.Index(x.arguments, name)
	if i < 0 {
		return
	}
	x.receiver, x.caller = "("+x.parameters[i]+") ", name+"."
	x.parameters = slices.Delete(x.parameters, i, i+1)
	x.arguments = slices.Delete(x.arguments, i, i+1)
}

// body is the text of the part, with more edits.
func (x *extract) body(more ...edit) (string, bool) {
	text, err := x.s.replaced(x.pos, x.end, slices.Concat(x.edits, more))
	return text, err == nil
}

// declare is the edit that declares the part's function.
func (x *extract) declare(name string, results []string, body string) edit {
	return insert(x.from.within.End(), "\n\nfunc %s%s(%s) %s {\n%s\n}\n", x.receiver, name, comma(x.parameters), parenthesized(results), body)
}

// call is the text of a call of the part's function.
func (x *extract) call(name string, more ...string) string {
	return x.caller + name + "(" + comma(slices.Concat(x.arguments, more)) + ")"
}

// typesOf are the types of variables, as texts.
func (s *source) typesOf(vars []*types.Var) (list []string, ok bool) {
	for _, v := range vars {
		text, ok := s.typeText(v.Type())
		if !ok {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}

func namesOf(vars []*types.Var) (list []string) {
	for _, v := range vars {
		list = append(list, v.Name())
	}
	return list
}

// runs yields the runs of at least two statements of the lists of a function, or
// single ones that have statements in them.
func runs(f function, yield func(list []ast.Stmt)) {
	for _, list := range f.lists() {
		for i := range list {
			for j := i + 1; j <= min(len(list), i+6); j++ {
				if j > i+1 || compound(list[i]) {
					yield(list[i:j])
				}
			}
		}
	}
}

func compound(st ast.Stmt) bool {
	switch st.(type) {
	case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.ExprStmt, *ast.SendStmt:
		return true
	}
	return false
}

// closed reports whether the statements always go on behind their last one, and
// leave nothing for the end of their function.
func (s *source) closed(list []ast.Stmt) bool {
	if s.recovers(list...) {
		return false
	}
	for _, st := range list {
		if len(leaving(st)) > 0 {
			return false
		}
	}
	return true
}

// leaving are the statements in a statement that leave it for somewhere else:
// returns, jumps out of it, and deferred calls. Jumps with labels always count.
func leaving(st ast.Stmt) (found []ast.Stmt) {
	var visit func(n ast.Node, loop, breakable bool)
	visit = func(n ast.Node, loop, breakable bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt, *ast.DeferStmt, *ast.LabeledStmt:
				found = append(found, m.(ast.Stmt))
			case *ast.BranchStmt:
				inside := m.Tok == token.BREAK && breakable || m.Tok == token.CONTINUE && loop || m.Tok == token.FALLTHROUGH && n != m
				if !inside || m.Label != nil {
					found = append(found, m)
				}
			case *ast.ForStmt:
				if m != n {
					visit(m, true, true)
					return false
				}
			case *ast.RangeStmt:
				if m != n {
					visit(m, true, true)
					return false
				}
			case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if m != n {
					visit(m, loop, true)
					return false
				}
			}
			return true
		})
	}
	switch st.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		visit(st, true, true)
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		visit(st, false, true)
	default:
		visit(st, false, false)
	}
	return found
}

// functions: a run of statements becomes a function or a method.
var functions = Rewriting{
	Name:  "function",
	About: "statements become a function or a method",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			runs(f, func(list []ast.Stmt) {
				for _, share := range []sharing{byResult, byPointer} {
					if !s.closed(list) {
						return
					}
					if site, ok := s.extractRun(f, list, share, len(sites)%2 == 0); ok {
						sites = append(sites, site)
					}
				}
			})
		}
		return sites
	},
}

func (s *source) extractRun(f function, list []ast.Stmt, share sharing, method bool) (site, bool) {
	pos, end := extent(list)
	x, ok := s.extract(f, pos, end, share)
	if !ok {
		return site{}, false
	}
	if method {
		x.asMethod()
	}
	if share == byPointer && len(x.edits) == 0 {
		return site{}, false // the same as by results
	}
	returned := slices.Concat(x.out, x.set)
	results, ok := s.typesOf(returned)
	if !ok {
		return site{}, false
	}
	body, ok := x.body()
	if !ok {
		return site{}, false
	}
	name := s.fresh("part")
	call := x.call(name)
	switch {
	case len(returned) > 0:
		body += "\nreturn " + comma(namesOf(returned))
		sign := " = "
		if len(x.set) == 0 {
			sign = " := "
		}
		call = comma(namesOf(returned)) + sign + call
		if len(x.set) > 0 {
			var declared strings.Builder
			for i, v := range x.out {
				declared.WriteString("var " + v.Name() + " " + results[i] + "\n")
			}
			call = declared.String() + call
		}
	}
	return site{edits: []edit{{pos, end, call}, x.declare(name, results, body)}}, true
}
