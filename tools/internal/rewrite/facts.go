package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A fact is what is known of a local variable.
type fact struct {
	function  ast.Node     // that declares it
	uses      []*ast.Ident // without its declaration
	assigned  []token.Pos  // where it, or a part of it, gets a value after its declaration
	addressed bool         // something may have its address
	captured  bool         // a literal in its function uses it
	// An x, err := assigns it, though it was declared before.
	redeclared bool
}

// local returns the fact of the variable of a function that id means, or nil.
func (s *source) local(id *ast.Ident) (*types.Var, *fact) {
	object := s.info.Uses[id]
	if object == nil {
		object = s.info.Defs[id]
	}
	v, ok := object.(*types.Var)
	if !ok || v.IsField() {
		return nil, nil
	}
	return v, s.facts[v]
}

// constant reports whether the variable keeps the value of its declaration.
func (f *fact) constant() bool { return len(f.assigned) == 0 && !f.addressed }

// passable reports whether code elsewhere may use a copy of the variable, if it
// returns what it assigns.
func (f *fact) passable() bool {
	return !f.addressed && (!f.captured || len(f.assigned) == 0)
}

// factsOf collects what is known of the variables of functions.
func (s *source) factsOf(files []*ast.File) map[*types.Var]*fact {
	facts := map[*types.Var]*fact{}
	for _, file := range files {
		for _, decl := range file.Decls {
			s.collect(decl, decl, facts)
		}
	}
	return facts
}

// collect collects the facts from a node of a function. Declarations come before
// uses in the text, but for labels.
func (s *source) collect(n, in ast.Node, facts map[*types.Var]*fact) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n != in {
				s.collect(n, n, facts)
				return false
			}
		case *ast.CaseClause: // the variable of a type switch
			if v, ok := s.info.Implicits[n].(*types.Var); ok {
				facts[v] = &fact{function: in}
			}
		case *ast.FuncType:
			s.resultNames(n, in, facts)
		case *ast.Ident:
			s.mention(n, in, facts)
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				id, ok := to.(*ast.Ident)
				if ok && s.info.Defs[id] != nil {
					continue
				}
				s.assignment(to, facts)
				if f := s.variableOf(to, facts); f != nil && n.Tok == token.DEFINE {
					f.redeclared = true
				}
			}
		case *ast.IncDecStmt:
			s.assignment(n.X, facts)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				s.assignment(n.Key, facts)
				s.assignment(n.Value, facts)
			}
			if s.isArray(n.X) {
				s.address(n.X, facts)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				s.address(n.X, facts)
			}
		case *ast.SliceExpr:
			if s.isArray(n.X) {
				s.address(n.X, facts)
			}
		case *ast.SelectorExpr:
			s.receiver(n, facts)
		}
		return true
	})
}

// resultNames notes that return statements assign results with names.
func (s *source) resultNames(kind *ast.FuncType, in ast.Node, facts map[*types.Var]*fact) {
	if kind.Results == nil {
		return
	}
	for _, field := range kind.Results.List {
		for _, name := range field.Names {
			if v, ok := s.info.Defs[name].(*types.Var); ok {
				facts[v] = &fact{function: in, addressed: true}
			}
		}
	}
}

func (s *source) mention(id *ast.Ident, in ast.Node, facts map[*types.Var]*fact) {
	if v, ok := s.info.Defs[id].(*types.Var); ok && !v.IsField() && v.Parent() != s.pkg.Scope() {
		if facts[v] == nil {
			facts[v] = &fact{function: in}
		}
	}
	if v, ok := s.info.Uses[id].(*types.Var); ok && facts[v] != nil {
		f := facts[v]
		f.uses = append(f.uses, id)
		f.captured = f.captured || f.function != in
	}
}

// variableOf returns the fact of the variable whose memory an expression is in.
func (s *source) variableOf(e ast.Expr, facts map[*types.Var]*fact) *fact {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			if _, pointer := s.underlying(x.X).(*types.Pointer); pointer {
				return nil
			}
			e = x.X
		case *ast.IndexExpr:
			if !s.isArray(x.X) {
				return nil
			}
			e = x.X
		case *ast.Ident:
			if v, ok := s.info.Uses[x].(*types.Var); ok && !v.IsField() {
				return facts[v]
			}
			return nil
		default:
			return nil
		}
	}
}

func (s *source) underlying(e ast.Expr) types.Type {
	if t := s.info.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

func (s *source) isArray(e ast.Expr) bool {
	_, ok := s.underlying(e).(*types.Array)
	return ok
}

func (s *source) assignment(to ast.Expr, facts map[*types.Var]*fact) {
	if to == nil {
		return
	}
	if f := s.variableOf(to, facts); f != nil {
		f.assigned = append(f.assigned, to.Pos())
	}
}

func (s *source) address(of ast.Expr, facts map[*types.Var]*fact) {
	if f := s.variableOf(of, facts); f != nil {
		f.addressed = true
	}
}

// receiver notes that a method with a pointer receiver has the address of what it
// is called on.
func (s *source) receiver(n *ast.SelectorExpr, facts map[*types.Var]*fact) {
	selection := s.info.Selections[n]
	if selection == nil || selection.Kind() == types.FieldVal {
		return
	}
	if _, pointer := s.underlying(n.X).(*types.Pointer); pointer {
		return
	}
	method := selection.Obj().(*types.Func)
	if _, pointer := method.Signature().Recv().Type().(*types.Pointer); pointer {
		s.address(n.X, facts)
	}
}
