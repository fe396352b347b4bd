package advice

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A follower follows an object through a function, as far as the syntax and the
// types tell. What it does not understand makes the lifetime unknown.
type follower struct {
	*spot
	depth   int // of calls
	parents map[ast.Node]ast.Node
	seen    map[*types.Var]bool
	found   []Lifetime
}

func newFollower(s *spot, depth int) *follower {
	return &follower{spot: s, depth: depth, parents: parentsOf(s.decl), seen: make(map[*types.Var]bool)}
}

func (w *follower) outlives(n ast.Node, how string) {
	w.found = append(w.found, Lifetime{Outlives, how + " in " + w.where(n)})
}

func (w *follower) doubt(n ast.Node, how string) {
	w.found = append(w.found, Lifetime{Unknown, how + " in " + w.where(n)})
}

// variable follows all uses of a variable.
func (w *follower) variable(v *types.Var) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	if v.Pos() < w.decl.Body.Pos() || v.Pos() > w.decl.Body.End() {
		if v.IsField() || v.Parent() == w.Types.Scope() {
			w.outlives(w.decl, "it is in "+v.Name()+", which is not of the function")
		} else if w.isResult(v) {
			w.outlives(w.decl, "it is the result "+v.Name()+", declared")
		} else {
			w.doubt(w.decl, "it is the parameter "+v.Name()+", whose owner is a caller, declared")
		}
		return
	}
	w.uses(v, w.function(w.declaring(v)))
}

// uses follows the uses of a variable that is declared in the function home.
func (w *follower) uses(v *types.Var, home ast.Node) {
	ast.Inspect(w.decl.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || w.TypesInfo.Uses[id] != v {
			return true
		}
		if inside := w.function(id); inside != home && !w.calledAtOnce(inside) {
			w.doubt(id, "a function literal uses it")
		}
		w.follow(id)
		return true
	})
}

// origin doubts variables that get their value from elsewhere: it may belong to
// somebody already.
func (w *follower) origin(id ast.Node) {
	value := w.valueOf(id)
	if value == nil || w.fresh(ast.Unparen(value)) || !w.refers(value) {
		return
	}
	w.doubt(id, "it comes from "+types.ExprString(value))
}

// valueOf returns the expression that a variable is declared with, or nil.
func (w *follower) valueOf(id ast.Node) ast.Expr {
	switch p := w.parents[id].(type) {
	case *ast.AssignStmt:
		for i, left := range p.Lhs {
			if left == id {
				return p.Rhs[min(i, len(p.Rhs)-1)]
			}
		}
	case *ast.ValueSpec:
		for i, name := range p.Names {
			if name == id && len(p.Values) > 0 {
				return p.Values[min(i, len(p.Values)-1)]
			}
		}
	}
	return nil
}

// fresh reports whether an expression makes what it is the value of.
func (w *follower) fresh(value ast.Expr) bool {
	switch value := value.(type) {
	case *ast.CompositeLit, *ast.BasicLit, *ast.FuncLit:
		return true
	case *ast.UnaryExpr:
		return value.Op == token.AND // of a literal, or of a variable that is followed itself
	case *ast.CallExpr:
		if f := w.TypesInfo.Types[value.Fun]; f.IsBuiltin() || f.IsType() {
			return true
		}
		if selector, ok := ast.Unparen(value.Fun).(*ast.SelectorExpr); ok {
			f, ok := w.TypesInfo.Uses[selector.Sel].(*types.Func)
			return ok && f.Pkg() != nil && f.Signature().Recv() == nil && isStandard(f.Pkg().Path(), "")
		}
	}
	return false
}

func (w *follower) isResult(v *types.Var) bool {
	results := w.TypesInfo.Defs[w.decl.Name].(*types.Func).Signature().Results()
	for i := range results.Len() {
		if results.At(i) == v {
			return true
		}
	}
	return false
}

func (w *follower) declaring(v *types.Var) (found ast.Node) {
	ast.Inspect(w.decl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && w.TypesInfo.Defs[id] == v {
			found = id
		}
		return found == nil
	})
	return found
}

// function returns the innermost function that a node is in.
func (w *follower) function(n ast.Node) ast.Node {
	for ; n != nil; n = w.parents[n] {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return n
		}
	}
	return nil
}

// calledAtOnce reports whether a function literal is called where it is, or
// deferred: it does not outlive the function.
func (w *follower) calledAtOnce(literal ast.Node) bool {
	call, ok := w.parents[literal].(*ast.CallExpr)
	if !ok || call.Fun != literal {
		return false
	}
	_, spawned := w.parents[call].(*ast.GoStmt)
	return !spawned
}

// follow follows the value of an expression to where it goes.
func (w *follower) follow(n ast.Node) {
	for {
		next := w.step(n)
		if next == nil {
			return
		}
		if call, ok := next.(*ast.CallExpr); ok && !w.result(call) {
			return
		}
		if e, ok := next.(ast.Expr); ok && !w.refers(e) && !w.addressed(e) {
			return
		}
		n = next
	}
}

// addressed reports whether the address of an expression, or of a part of it, is taken.
func (w *follower) addressed(n ast.Node) bool {
	for {
		switch p := w.parents[n].(type) {
		case *ast.ParenExpr, *ast.SelectorExpr, *ast.IndexExpr:
			n = p
		case *ast.UnaryExpr:
			return p.Op == token.AND
		default:
			return false
		}
	}
}

// step returns the expression that the value of n becomes a part of, or nil if it
// ends there or becomes something else.
func (w *follower) step(n ast.Node) ast.Node {
	switch p := w.parents[n].(type) {
	case *ast.ParenExpr, *ast.StarExpr, *ast.TypeAssertExpr, *ast.KeyValueExpr, *ast.CompositeLit, *ast.SliceExpr:
		return p
	case *ast.UnaryExpr:
		if p.Op != token.ARROW {
			return p
		}
	case *ast.IndexExpr:
		if p.X == n {
			return p
		}
		w.doubt(p, "it is a key")
	case *ast.RangeStmt:
		if p.X == n && p.Value != nil && w.refers(p.Value) {
			w.into(p.Value)
		}
	case *ast.SelectorExpr:
		return w.selected(p)
	case *ast.CallExpr:
		if w.argument(p, n) {
			return p
		}
	case *ast.ReturnStmt:
		w.outlives(p, "it is returned")
	case *ast.SendStmt:
		if p.Value == n {
			w.outlives(p, "it is sent to a channel")
		}
	case *ast.AssignStmt:
		w.assigned(p, n)
	case *ast.ValueSpec:
		for i, value := range p.Values {
			if value == n && i < len(p.Names) {
				w.into(p.Names[i])
			}
		}
	}
	return nil
}

// selected is step for a field or a method of the object.
func (w *follower) selected(p *ast.SelectorExpr) ast.Node {
	if call, ok := w.parents[p].(*ast.CallExpr); ok && call.Fun == p {
		if w.method(call, p) {
			return call
		}
		return nil
	}
	if s := w.TypesInfo.Selections[p]; s != nil && s.Kind() != types.FieldVal {
		w.doubt(p, "its method "+p.Sel.Name+" is a value")
		return nil
	}
	return p
}

// refers reports whether the value of an expression can refer to memory. Strings
// refer to memory too, but not to that of an object that can be written to.
func (w *follower) refers(e ast.Expr) bool {
	t := w.TypesInfo.TypeOf(e)
	return t == nil || refersTo(t) // a key and its value have no type together
}

func refersTo(t types.Type) bool {
	if _, ok := types.Unalias(t).Underlying().(*types.Basic); ok {
		return false
	}
	return !types.Identical(t, types.Universe.Lookup("error").Type())
}

// assigned follows a value into what it is assigned to.
func (w *follower) assigned(p *ast.AssignStmt, n ast.Node) {
	for i, right := range p.Rhs {
		if right != n {
			continue
		}
		if len(p.Lhs) != len(p.Rhs) { // results of a call
			for _, left := range p.Lhs {
				if id, ok := left.(*ast.Ident); !ok || id.Name == "_" || w.refers(id) {
					w.into(left)
				}
			}
			return
		}
		w.into(p.Lhs[i])
	}
}

// into follows a value into a place.
func (w *follower) into(left ast.Expr) {
	switch left := ast.Unparen(left).(type) {
	case *ast.Ident:
		if left.Name == "_" {
			return
		}
		v, ok := w.TypesInfo.ObjectOf(left).(*types.Var)
		if !ok {
			w.doubt(left, "it is assigned to "+left.Name)
			return
		}
		if v.Parent() == w.Types.Scope() {
			w.outlives(left, "it is assigned to the variable "+left.Name+" of the package")
			return
		}
		w.variable(v)
	default:
		w.outlives(left, "it is stored in "+types.ExprString(left))
	}
}
