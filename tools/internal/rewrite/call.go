package rewrite

import (
	"go/ast"
	"go/types"
	"strings"
)

// A methodCall is a call of a method that its receiver's type has itself.
type methodCall struct {
	function  function
	call      *ast.CallExpr
	selector  *ast.SelectorExpr
	method    *types.Func
	receiver  string   // the value that the method is called on, with its own type
	statement ast.Stmt // that the call is the value of; nil if there is none
}

func (s *source) methodCalls() (all []methodCall) {
	for _, f := range s.functions() {
		of := map[ast.Expr]ast.Stmt{}
		own(f.body, func(n ast.Node) {
			for _, st := range statements(n) {
				if e := valueOf(st); e != nil {
					of[e] = st
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return
			}
			selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if !ok {
				return
			}
			selection := s.info.Selections[selector]
			if selection == nil || selection.Kind() != types.MethodVal || len(selection.Index()) != 1 {
				return
			}
			method := selection.Obj().(*types.Func)
			all = append(all, methodCall{f, call, selector, method, s.receiverOf(selector, method), of[call]})
		})
	}
	return all
}

// valueOf is the call that a statement consists of, with plain variables that it
// is assigned to.
func valueOf(st ast.Stmt) ast.Expr {
	switch st := st.(type) {
	case *ast.ExprStmt:
		return st.X
	case *ast.DeferStmt:
		return st.Call
	case *ast.AssignStmt:
		for _, to := range st.Lhs {
			if _, ok := to.(*ast.Ident); !ok {
				return nil
			}
		}
		if len(st.Rhs) == 1 {
			return st.Rhs[0]
		}
	}
	return nil
}

// receiverOf is the text of what the method's receiver is.
func (s *source) receiverOf(selector *ast.SelectorExpr, method *types.Func) string {
	_, wants := method.Signature().Recv().Type().(*types.Pointer)
	_, has := s.info.TypeOf(selector.X).(*types.Pointer)
	text := s.of(selector.X)
	switch {
	case wants && !has:
		return "&" + text
	case has && !wants && !types.IsInterface(s.info.TypeOf(selector.X)):
		return "*" + text
	}
	return text
}

// boundMethods: a method is bound to a variable, which is called.
var boundMethods = Rewriting{
	Name:  "method value",
	About: "a method is called by a variable that has its method value",
	sites: func(s *source) (sites []site) {
		for _, m := range s.methodCalls() {
			if m.statement == nil {
				continue
			}
			name := s.fresh("call")
			sites = append(sites, site{edits: []edit{
				insert(m.statement.Pos(), "%s := %s\n", name, s.of(m.call.Fun)),
				replace(m.call.Fun.Pos(), m.call.Fun.End(), "%s", name),
			}})
		}
		return sites
	},
}

// methodExpressions: a method is called as a function of its type.
var methodExpressions = Rewriting{
	Name:  "method expression",
	About: "a method is called as a function of its type",
	sites: func(s *source) (sites []site) {
		for _, m := range s.methodCalls() {
			t := s.info.TypeOf(m.selector.X)
			text, ok := s.typeText(t)
			if !ok {
				continue
			}
			switch {
			case strings.HasPrefix(m.receiver, "&"):
				text = "(*" + text + ")"
			case strings.HasPrefix(m.receiver, "*"):
				text = strings.TrimPrefix(text, "*")
			case strings.HasPrefix(text, "*"):
				text = "(" + text + ")"
			}
			receiver := m.receiver
			if len(m.call.Args) > 0 {
				receiver += ", "
			}
			sites = append(sites, site{edits: []edit{
				replace(m.call.Fun.Pos(), m.call.Lparen+1, "%s.%s(%s", text, m.selector.Sel.Name, receiver),
			}})
		}
		return sites
	},
}

// interfaces: a method is called through an interface that has only that method.
var interfaces = Rewriting{
	Name:  "interface",
	About: "a method is called through an interface that has nothing else",
	sites: func(s *source) (sites []site) {
		for _, m := range s.methodCalls() {
			selection := s.info.Selections[m.selector]
			signature := selection.Type().(*types.Signature)
			text, ok := s.typeText(signature)
			if !ok || !m.method.Exported() && m.method.Pkg() != s.pkg {
				continue
			}
			name := s.fresh("has")
			receiver := m.receiver
			if strings.HasPrefix(receiver, "*") {
				receiver = strings.TrimPrefix(receiver, "*")
			}
			sites = append(sites, site{
				edits: []edit{
					replace(m.call.Fun.Pos(), m.call.Fun.End(), "%s(%s).%s", name, receiver, m.selector.Sel.Name),
					insert(m.function.within.End(), "\n\ntype %s interface {\n%s%s\n}\n", name, m.selector.Sel.Name, strings.TrimPrefix(text, "func")),
				},
			})
		}
		return sites
	},
}

// wrappers: a function gets another name, and is called by one that has its own.
var wrappers = Rewriting{
	Name:  "wrapper",
	About: "a function is called by another one that does nothing else",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			if f.decl == nil || s.generic(f) || f.decl.Name.Name == "main" || f.decl.Name.Name == "init" || s.recovers(f.body.List...) {
				continue
			}
			if wrapped, ok := s.wrap(f); ok {
				sites = append(sites, wrapped)
			}
		}
		return sites
	},
}

func (s *source) wrap(f function) (site, bool) {
	name := s.fresh(strings.ToLower(f.decl.Name.Name[:1]) + f.decl.Name.Name[1:] + "Inner")
	var arguments []string
	for _, field := range f.kind.Params.List {
		if len(field.Names) == 0 {
			return site{}, false
		}
		for _, id := range field.Names {
			if id.Name == "_" {
				return site{}, false
			}
			argument := id.Name
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				argument += "..."
			}
			arguments = append(arguments, argument)
		}
	}
	call := name + "(" + comma(arguments) + ")"
	if f.decl.Recv != nil {
		if len(f.decl.Recv.List[0].Names) == 0 || f.decl.Recv.List[0].Names[0].Name == "_" {
			return site{}, false
		}
		call = f.decl.Recv.List[0].Names[0].Name + "." + call
	}
	if f.kind.Results.NumFields() > 0 {
		call = "return " + call
	}
	head := s.between(f.decl.Pos(), f.body.Pos())
	return site{edits: []edit{
		replace(f.decl.Name.Pos(), f.decl.Name.End(), "%s", name),
		insert(f.decl.End(), "\n\n%s {\n%s\n}\n", strings.TrimSpace(head), call),
	}}, true
}

// An inlining puts the body of a function where it is called.
var inlined = Rewriting{
	Name:  "inline",
	About: "the body of a function is put where it is called",
	sites: func(s *source) (sites []site) {
		bodies := map[types.Object]function{}
		for _, f := range s.functions() {
			if f.decl != nil && !s.generic(f) && !f.namedResults() && s.inlinable(f) {
				bodies[s.info.Defs[f.decl.Name]] = f
			}
		}
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					call, ok := valueOf(st).(*ast.CallExpr)
					if _, deferred := st.(*ast.DeferStmt); !ok || deferred || call.Ellipsis.IsValid() {
						continue
					}
					callee, receiver := s.static(call)
					body, ok := bodies[callee]
					if !ok || body.within == f.within {
						continue
					}
					if site, ok := s.inline(f, st, call, body, receiver); ok {
						sites = append(sites, site)
					}
				}
			}
		}
		return sites
	},
}

// inlinable reports whether a function returns only as its last statement, and
// defers nothing.
func (s *source) inlinable(f function) bool {
	list := f.body.List
	if len(list) == 0 || len(list) > 12 || s.recovers(list...) || s.signature(f).Variadic() {
		return false
	}
	for i, st := range list {
		if result, ok := st.(*ast.ReturnStmt); ok && i == len(list)-1 && len(result.Results) == f.kind.Results.NumFields() {
			continue
		}
		if len(leaving(st)) > 0 {
			return false
		}
	}
	_, returns := list[len(list)-1].(*ast.ReturnStmt)
	return returns || f.kind.Results.NumFields() == 0
}

// static is the function that is called, with the expression of its receiver.
func (s *source) static(call *ast.CallExpr) (callee types.Object, receiver *ast.SelectorExpr) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return s.info.Uses[fun], nil
	case *ast.SelectorExpr:
		if selection := s.info.Selections[fun]; selection != nil && len(selection.Index()) == 1 && !types.IsInterface(selection.Recv()) {
			return selection.Obj(), fun
		}
	}
	return nil, nil
}

func (s *source) inline(f function, st ast.Stmt, call *ast.CallExpr, callee function, receiver *ast.SelectorExpr) (site, bool) {
	if !s.meansTheSame(callee, call) {
		return site{}, false
	}
	var names, values []string
	if receiver != nil {
		if len(callee.decl.Recv.List[0].Names) > 0 {
			names = append(names, callee.decl.Recv.List[0].Names[0].Name)
			values = append(values, s.receiverOf(receiver, s.info.Uses[receiver.Sel].(*types.Func)))
		} else {
			return site{}, false
		}
	}
	parameters := s.signature(callee).Params()
	if parameters.Len() != len(call.Args) {
		return site{}, false
	}
	for i, argument := range call.Args {
		text, ok := s.typeText(parameters.At(i).Type())
		if !ok || parameters.At(i).Name() == "" {
			return site{}, false
		}
		value := s.of(argument)
		if !types.Identical(s.info.TypeOf(argument), parameters.At(i).Type()) || s.info.Types[argument].Value != nil {
			if strings.HasPrefix(text, "*") || strings.Contains(text, " ") || strings.HasPrefix(text, "func") {
				text = "(" + text + ")"
			}
			value = text + "(" + value + ")"
		}
		names, values = append(names, parameters.At(i).Name()), append(values, value)
	}
	var b strings.Builder
	results, ok := s.results(callee)
	if !ok {
		return site{}, false
	}
	var fresh []string
	for _, text := range results {
		name := s.fresh("result")
		fresh = append(fresh, name)
		b.WriteString("var " + name + " " + text + "\n")
	}
	b.WriteString("{\n")
	if len(names) > 0 {
		sign := " := "
		if strings.Trim(strings.Join(names, ""), "_") == "" {
			sign = " = "
		}
		b.WriteString(comma(names) + sign + comma(values) + "\n")
		for _, name := range names {
			if name != "_" {
				b.WriteString("_ = " + name + "\n")
			}
		}
	}
	b.WriteString("{\n" + s.inlineBody(callee, fresh) + "\n}\n}\n")
	edits := []edit{insert(st.Pos(), "%s", b.String())}
	if _, ok := st.(*ast.ExprStmt); ok {
		if len(fresh) > 0 {
			b.WriteString(strings.Repeat("_, ", len(fresh)-1) + "_ = " + comma(fresh))
		}
		edits = []edit{replace(st.Pos(), st.End(), "%s", b.String())}
	} else {
		edits = append(edits, replace(call.Pos(), call.End(), "%s", comma(fresh)))
	}
	return site{edits: edits}, true
}

// inlineBody is the text of a body that assigns what it returns.
func (s *source) inlineBody(callee function, results []string) string {
	list := callee.body.List
	result, returns := list[len(list)-1].(*ast.ReturnStmt)
	if !returns {
		pos, end := extent(list)
		return s.between(pos, end)
	}
	text := s.between(list[0].Pos(), result.Pos())
	if len(results) > 0 {
		text += comma(results) + " = " + comma(texts(s, result.Results))
	}
	return text
}

// meansTheSame reports whether the names of the package and the imports that a
// function uses mean the same where it is called.
func (s *source) meansTheSame(callee function, call *ast.CallExpr) bool {
	here := s.pkg.Scope().Innermost(call.Pos())
	for node := range ast.Preorder(callee.decl) {
		id, ok := node.(*ast.Ident)
		if !ok {
			continue
		}
		object := s.info.Uses[id]
		if object == nil || here == nil {
			continue
		}
		if v, ok := object.(*types.Var); ok && v.IsField() || object.Parent() == nil {
			continue // a field or a method
		}
		if object.Pos() >= callee.decl.Pos() && object.Pos() < callee.decl.End() {
			continue // its own
		}
		if _, found := here.LookupParent(id.Name, call.Pos()); found != object {
			return false
		}
	}
	return true
}
