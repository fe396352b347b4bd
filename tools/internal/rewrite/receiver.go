package rewrite

import (
	"go/ast"
	"go/types"
	"strings"
)

// freed: a method becomes a function.
var freed = Rewriting{
	Name:  "method to function",
	About: "a method becomes a function whose first parameter is the receiver",
	sites: func(s *source) (sites []site) {
		s.changeable(func(f function, calls []*ast.CallExpr) {
			if site, ok := s.free(f, calls); ok {
				sites = append(sites, site)
			}
		})
		return sites
	},
}

func (s *source) free(f function, calls []*ast.CallExpr) (site, bool) {
	if f.decl.Recv == nil || len(f.decl.Recv.List[0].Names) == 0 {
		return site{}, false
	}
	if holdsReferences(s.signature(f).Recv().Type(), 0) {
		return site{}, false // which a parameter would lend
	}
	name := s.fresh(f.decl.Name.Name)
	receiver := s.of(f.decl.Recv.List[0])
	if f.kind.Params.NumFields() > 0 {
		receiver += ", "
	}
	edits := []edit{
		replace(f.decl.Recv.Pos(), f.decl.Name.End(), "%s", name),
		insert(f.kind.Params.Opening+1, "%s", receiver),
	}
	for _, call := range calls {
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return site{}, false
		}
		selection := s.info.Selections[selector]
		if selection == nil || selection.Kind() != types.MethodVal || len(selection.Index()) != 1 {
			return site{}, false
		}
		first := s.receiverOf(selector, selection.Obj().(*types.Func))
		if len(call.Args) > 0 {
			first += ", "
		}
		edits = append(edits, replace(call.Fun.Pos(), call.Lparen+1, "%s(%s", name, first))
	}
	return site{edits: edits}, true
}

// bound: a function becomes a method of its first parameter.
var bound = Rewriting{
	Name:  "function to method",
	About: "a function becomes a method of its first parameter",
	sites: func(s *source) (sites []site) {
		s.changeable(func(f function, calls []*ast.CallExpr) {
			if site, ok := s.bind(f, calls); ok {
				sites = append(sites, site)
			}
		})
		return sites
	},
}

func (s *source) bind(f function, calls []*ast.CallExpr) (site, bool) {
	if f.decl.Recv != nil || f.kind.Params.NumFields() == 0 {
		return site{}, false
	}
	parameters := f.kind.Params.List
	if len(parameters[0].Names) != 1 || !s.hasMethods(s.info.TypeOf(parameters[0].Type)) {
		return site{}, false
	}
	name := s.fresh(f.decl.Name.Name)
	rest := f.kind.Params.Closing
	if len(parameters) > 1 {
		rest = parameters[1].Pos()
	}
	edits := []edit{replace(f.decl.Name.Pos(), rest, "(%s) %s(", s.of(parameters[0]), name)}
	for _, call := range calls {
		if len(call.Args) == 0 || s.info.Types[call.Args[0]].IsNil() {
			return site{}, false
		}
		if _, tuple := s.info.TypeOf(call.Args[0]).(*types.Tuple); tuple {
			return site{}, false
		}
		rest := call.Rparen
		if len(call.Args) > 1 {
			rest = call.Args[1].Pos()
		}
		edits = append(edits,
			replace(call.Pos(), call.Lparen+1, "("),
			replace(call.Args[0].End(), rest, ").%s(", name))
	}
	return site{edits: edits}, true
}

// hasMethods reports whether the file can declare a method of a type, or of what it
// points to.
func (s *source) hasMethods(t types.Type) bool {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Parent() != s.pkg.Scope() || named.TypeArgs().Len() > 0 {
		return false
	}
	switch named.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return false
	}
	return true
}

// generics: a function has a parameter for a type.
var generics = Rewriting{
	Name:  "type parameter",
	About: "a function becomes generic, in a type that it does not need",
	sites: func(s *source) (sites []site) {
		s.changeable(func(f function, calls []*ast.CallExpr) {
			if f.decl.Recv != nil {
				return
			}
			edits := []edit{insert(f.decl.Name.End(), "[%s any]", s.fresh("Kind"))}
			for _, call := range calls {
				edits = append(edits, insert(call.Fun.End(), "[int]"))
			}
			sites = append(sites, site{edits: edits})
		})
		return sites
	},
}

// constraints: a method is called by a generic function.
var constraints = Rewriting{
	Name:  "constraint",
	About: "a method is called by a function for all types that have it",
	sites: func(s *source) (sites []site) {
		for _, m := range s.methodCalls() {
			signature := s.info.Selections[m.selector].Type().(*types.Signature)
			if m.statement == nil || !m.method.Exported() && m.method.Pkg() != s.pkg || signature.Variadic() {
				continue
			}
			if _, assigned := m.statement.(*ast.AssignStmt); assigned && signature.Results().Len() == 0 {
				continue
			}
			if t := s.info.TypeOf(m.selector.X); holdsReferences(t, 0) && !(isReference(t) && m.method.Name() == "Release") {
				continue // a parameter would own what is lent, or be lent what is given up
			}
			if site, ok := s.constrain(m, signature); ok {
				sites = append(sites, site)
			}
		}
		return sites
	},
}

func (s *source) constrain(m methodCall, signature *types.Signature) (site, bool) {
	text, ok := s.typeText(signature)
	if !ok {
		return site{}, false
	}
	results, ok := s.typesOf(variables(signature.Results()))
	if !ok {
		return site{}, false
	}
	kinds, ok := s.typesOf(variables(signature.Params()))
	if !ok || len(kinds) != len(m.call.Args) {
		return site{}, false
	}
	var names []string
	parameters := "on R"
	for _, kind := range kinds {
		name := s.fresh("given")
		names = append(names, name)
		parameters += ", " + name + " " + kind
	}
	call := "on." + m.method.Name() + "(" + comma(names) + ")"
	if len(results) > 0 {
		call = "return " + call
	}
	receiver := m.receiver
	if len(names) > 0 {
		receiver += ", "
	}
	name := s.fresh("call")
	return site{
		edits: []edit{replace(m.call.Fun.Pos(), m.call.Lparen+1, "%s(%s", name, receiver)},
		helpers: []string{"func " + name + "[R interface{ " + m.method.Name() + text[len("func"):] + " }](" + parameters + ") " +
			parenthesized(results) + " {\n" + call + "\n}"},
	}, true
}

func variables(tuple *types.Tuple) (list []*types.Var) {
	for v := range tuple.Variables() {
		list = append(list, v)
	}
	return list
}

// functors: a literal in a variable becomes a method of a struct.
var functors = Rewriting{
	Name:  "literal to method value",
	About: "a literal in a variable becomes a method of a struct with what it captures",
	sites: func(s *source) (sites []site) {
		for _, d := range s.definitions() {
			if len(d.statement.Lhs) != 1 || len(d.statement.Rhs) != 1 {
				continue
			}
			if literal, ok := d.statement.Rhs[0].(*ast.FuncLit); ok && len(literal.Body.List) > 0 {
				if site, ok := s.functor(d.function, literal); ok {
					sites = append(sites, site)
				}
			}
		}
		return sites
	},
}

func (s *source) functor(f function, literal *ast.FuncLit) (site, bool) {
	inner := function{literal, literal.Type, literal.Body, f.within, nil}
	pos, end := extent(literal.Body.List)
	x, ok := s.extract(inner, pos, end, early)
	if !ok {
		return site{}, false
	}
	declared := declaredBy(literal.Type)
	var fields, values, loads []string
	for i, argument := range x.arguments {
		name := strings.TrimPrefix(argument, "&")
		switch {
		case declared[argument]:
			continue
		case declared[name]: // a parameter that the literal assigns
			return site{}, false
		}
		fields = append(fields, x.parameters[i])
		values = append(values, argument)
		loads = append(loads, name+" := it."+name)
	}
	body, ok := x.body()
	if !ok {
		return site{}, false
	}
	kind := s.fresh("job")
	declaration := "\n\ntype " + kind + " struct {\n" + lines(fields) + "}\n\nfunc (it *" + kind + ") run" +
		s.between(literal.Type.Params.Pos(), literal.Type.End()) + " {\n" + lines(loads) + body + "\n}\n"
	return site{edits: []edit{
		replace(literal.Pos(), literal.End(), "(&%s{%s}).run", kind, comma(values)),
		insert(f.within.End(), "%s", declaration),
	}}, true
}

// declaredBy are the names that a function's type declares.
func declaredBy(kind *ast.FuncType) map[string]bool {
	names := map[string]bool{}
	for _, list := range []*ast.FieldList{kind.Params, kind.Results} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				names[name.Name] = true
			}
		}
	}
	return names
}

func lines(list []string) (text string) {
	for _, line := range list {
		text += line + "\n"
	}
	return text
}
