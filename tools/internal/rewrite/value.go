package rewrite

import (
	"fmt"
	"go/ast"
	"go/types"
)

// conditions: a condition is computed before the if statement.
var conditions = Rewriting{
	Name:  "condition in a variable",
	About: "the condition of an if statement is computed before it, in a variable or by a literal",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					branch, ok := st.(*ast.IfStmt)
					if !ok || branch.Init != nil || s.info.TypeOf(branch.Cond) != types.Typ[types.Bool] && !isUntypedBool(s.info.TypeOf(branch.Cond)) {
						continue
					}
					if _, plain := branch.Cond.(*ast.Ident); plain {
						continue
					}
					name := s.fresh("is")
					value := s.of(branch.Cond)
					if len(sites)%3 == 0 {
						value = "func() bool { return " + value + " }()"
					}
					sites = append(sites, site{edits: []edit{
						insert(branch.Pos(), "%s := %s\n", name, value),
						replace(branch.Cond.Pos(), branch.Cond.End(), "%s", name),
					}})
				}
			}
		}
		return sites
	},
}

func isUntypedBool(t types.Type) bool { return t == types.Typ[types.UntypedBool] }

// lookups: a map is asked twice, for the value and whether there is one.
var lookups = Rewriting{
	Name:  "two lookups",
	About: "a map is asked for a value, and again whether there is one",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					assign, ok := st.(*ast.AssignStmt)
					if !ok || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
						continue
					}
					index, ok := assign.Rhs[0].(*ast.IndexExpr)
					if !ok || !isNamed(assign.Lhs[0]) || !isNamed(assign.Lhs[1]) || !s.repeatable(index) || mentions(index, s.of(assign.Lhs[0])) {
						continue
					}
					first, second := assign.Tok.String(), assign.Tok.String()
					for i, to := range assign.Lhs {
						if s.info.Defs[to.(*ast.Ident)] == nil {
							*[]*string{&first, &second}[i] = "="
						}
					}
					sites = append(sites, site{edits: []edit{replace(assign.Pos(), assign.End(), "%s %s %s\n_, %s %s %[3]s",
						s.of(assign.Lhs[0]), first, s.of(index), s.of(assign.Lhs[1]), second)}})
				}
			}
		}
		return sites
	},
}

// repeatable reports whether an expression has no effect.
func (s *source) repeatable(e ast.Expr) bool {
	for node := range ast.Preorder(e) {
		switch node.(type) {
		case *ast.CallExpr, *ast.UnaryExpr, *ast.FuncLit:
			return false
		}
	}
	return true
}

// boxes: a local variable becomes a field of a struct on the heap, or an element.
var boxes = Rewriting{
	Name:  "local to memory",
	About: "a local variable becomes a field behind a pointer, or an element of a slice",
	sites: func(s *source) (sites []site) {
		for _, d := range s.definitions() {
			declarations, ok := s.undefined(d)
			if !ok || s.facts[d.variable].redeclared {
				continue
			}
			box := s.fresh("box")
			made, used := fmt.Sprintf("%s := &struct {\nn int\nv %s\n}{n: 1}", box, d.kind), box+".v"
			if len(sites)%3 == 0 {
				made, used = fmt.Sprintf("%s := make([]%s, 1)", box, d.kind), box+"[0]"
			}
			edits := []edit{
				insert(d.statement.Pos(), "%s%s\n", declarations, made),
				replace(d.id.Pos(), d.id.End(), "%s", used),
				replace(d.statement.TokPos, d.statement.TokPos+2, "="),
			}
			for _, use := range s.facts[d.variable].uses {
				edits = append(edits, replace(use.Pos(), use.End(), "%s", used))
			}
			sites = append(sites, site{edits: edits})
		}
		return sites
	},
}

// anys: a value passes through an interface.
var anys = Rewriting{
	Name:  "any",
	About: "a value passes through a variable of type any",
	sites: func(s *source) (sites []site) {
		for _, d := range s.definitions() {
			if len(d.statement.Lhs) != 1 || len(d.statement.Rhs) != 1 || types.IsInterface(d.variable.Type()) {
				continue
			}
			value := d.statement.Rhs[0]
			if !types.Identical(s.info.TypeOf(value), d.variable.Type()) {
				continue
			}
			box := s.fresh("any")
			sites = append(sites, site{edits: []edit{
				insert(d.statement.Pos(), "var %s any = %s\n", box, s.of(value)),
				replace(value.Pos(), value.End(), "%s.(%s)", box, d.kind),
			}})
		}
		return sites
	},
}

// continuations: what follows a definition becomes a literal with the variable as
// its parameter.
var continuations = Rewriting{
	Name:  "continuation",
	About: "the rest of a function becomes a literal that a function calls with a value",
	sites: func(s *source) (sites []site) {
		name := s.fresh("with")
		for _, d := range s.definitions() {
			f := d.function
			if len(d.statement.Lhs) != 1 || len(d.statement.Rhs) != 1 || f.namedResults() || labeled(f) || s.recovers(f.body.List...) || f.body.List[0] != d.list[0] {
				continue
			}
			if site, ok := s.continued(d, name); ok {
				sites = append(sites, site)
			}
		}
		return sites
	},
}

func (s *source) continued(d definition, name string) (site, bool) {
	results, ok := s.results(d.function)
	kind := d.variable.Type()
	if !ok || len(results) > 2 || holdsReferences(kind, 0) && !(isReference(kind) && s.owns(d)) {
		return site{}, false
	}
	before, kinds, returned, calls := "return ", "[T any]", "", "return do(value)"
	switch len(results) {
	case 0:
		before, calls = "", "do(value)"
	case 1:
		kinds, returned = "[T, A any]", "A"
	case 2:
		kinds, returned = "[T, A, B any]", "(A, B)"
	}
	name += []string{"", "One", "Two"}[len(results)]
	value := d.statement.Rhs[0]
	return site{edits: []edit{
		replace(d.statement.Pos(), value.Pos(), "%s%s(", before, name),
		insert(value.End(), ", func(%s %s) %s {", d.id.Name, d.kind, parenthesized(results)),
		insert(d.function.body.Rbrace, "})\n"),
	}, helpers: []string{
		"func " + name + kinds + "(value T, do func(T) " + returned + ") " + returned + " {\n" + calls + "\n}",
	}}, true
}

// owns reports whether a variable gets a new reference, which may be handed over.
func (s *source) owns(d definition) bool {
	_, call := d.statement.Rhs[0].(*ast.CallExpr)
	return call
}
