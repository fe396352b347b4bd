package advice

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/allocation"
)

// A Fate says whether an object outlives the function that makes it.
type Fate string

const (
	Ends     Fate = "ends in the function"
	Outlives Fate = "outlives the function"
	Unknown  Fate = "not known"
)

// A Lifetime is what the source tells about the life of an object.
type Lifetime struct {
	Fate Fate   `json:"fate"`
	Why  string `json:"why,omitempty"`
}

// callersSearched is how many functions are searched for the place where an object
// is made: the one that uses it, and its callers.
const callersSearched = 3

// creation looks for the place where an object is made that a library has
// allocated for: in the function that uses it or, if that has it as a parameter,
// in its callers. It returns the place, if it is another line than the first of
// the frames, and the lifetime.
func (c *code) creation(frames []allocation.Frame, pool string) (place *allocation.Frame, l Lifetime) {
	for depth, f := range frames[:min(callersSearched, len(frames))] {
		s, problem := c.find(f)
		if s == nil {
			return nil, Lifetime{Unknown, problem}
		}
		line, l, ok := s.creation(pool)
		if ok && depth == 0 && line == f.Line {
			return nil, l
		} else if ok {
			f.Line = line
			return &f, l
		}
	}
	return nil, Lifetime{Unknown, "the source does not show where it is made"}
}

// creation looks for that place in the function of the spot, first in its line.
func (s *spot) creation(pool string) (line int, l Lifetime, ok bool) {
	var made []ast.Expr
	var used []*types.Var
	ast.Inspect(s.decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && s.at(call.Pos(), call.Lparen, call.Rparen) {
			if s.isMadeBy(call, pool) {
				made = append(made, call)
			}
			used = append(used, s.pooledVariables(call, pool)...)
		}
		return true
	})
	if len(made) > 0 {
		return s.line, s.lifetimeOf(made[0]), true
	}
	if len(used) == 0 { // perhaps the only one of the function
		for v := range s.declared(pool) {
			used = append(used, v)
		}
		if len(used) > 1 {
			return 0, Lifetime{}, false
		}
	}
	for _, v := range used {
		if s.decl.Body.Pos() <= v.Pos() && v.Pos() <= s.decl.Body.End() {
			return s.Fset.Position(v.Pos()).Line, s.lifetimeOfVariable(v), true
		}
	}
	return 0, Lifetime{}, false
}

// declared yields the variables of the function whose type is that of the pool.
func (s *spot) declared(pool string) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		stopped := false
		ast.Inspect(s.decl.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !stopped {
				if v, ok := s.TypesInfo.Defs[id].(*types.Var); ok && !v.IsField() && isOrEmbeds(v.Type(), pooledTypes[pool]) {
					stopped = !yield(v)
				}
			}
			return !stopped
		})
	}
}

// pooledTypes are the types of objects that ready-made pools have.
var pooledTypes = map[string][]string{
	"stdpool.GzipWriter": {"compress/gzip.Writer"}, "stdpool.ZlibWriter": {"compress/zlib.Writer"}, "stdpool.FlateWriter": {"compress/flate.Writer"},
	"stdpool.GzipReader": {"compress/gzip.Reader"}, "stdpool.Buffer": {"bytes.Buffer"}, "stdpool.BufioWriter": {"bufio.Writer"},
	"stdpool.BufioReader": {"bufio.Reader"}, "stdpool.Bytes": {"bufio.Scanner"}, "stdpool.ReadJSON": {"encoding/json.Decoder"},
}

// pooledVariables are the variables in a call whose type is that of the pool.
func (s *spot) pooledVariables(call *ast.CallExpr, pool string) (all []*types.Var) {
	ast.Inspect(call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := s.TypesInfo.Uses[id].(*types.Var); ok && isOrEmbeds(v.Type(), pooledTypes[pool]) {
				all = append(all, v)
			}
		}
		return true
	})
	return all
}

// isOrEmbeds reports whether a type, or what it points to, is one of those or
// embeds it.
func isOrEmbeds(t types.Type, names []string) bool {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if slices.Contains(names, types.TypeString(t, nil)) {
		return true
	}
	object, ok := types.Unalias(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range object.Fields() {
		if f.Embedded() && slices.Contains(names, strings.TrimPrefix(types.TypeString(f.Type(), nil), "*")) {
			return true
		}
	}
	return false
}

// isMadeBy reports whether a call returns what the pool replaces.
func (s *spot) isMadeBy(call *ast.CallExpr, pool string) bool {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := s.TypesInfo.Uses[selector.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return false
	}
	name := f.Pkg().Path() + "." + f.Name()
	for _, r := range recipes {
		if r.pool == pool && slices.Contains(r.at, name) {
			return true
		}
	}
	return false
}

// worst returns the lifetime that forbids the most.
func worst(all []Lifetime) Lifetime {
	for _, fate := range []Fate{Outlives, Unknown} {
		if i := slices.IndexFunc(all, func(l Lifetime) bool { return l.Fate == fate }); i >= 0 {
			return all[i]
		}
	}
	return Lifetime{Fate: Ends}
}

// lifetimeOf follows the value of an expression, or a variable that is declared
// by an identifier, through the function.
func (s *spot) lifetimeOf(n ast.Node) Lifetime {
	w := &follower{spot: s, parents: parentsOf(s.decl), seen: make(map[*types.Var]bool)}
	if id, ok := n.(*ast.Ident); ok {
		if v, ok := s.TypesInfo.Defs[id].(*types.Var); ok {
			w.variable(v)
			return worst(w.found)
		}
	}
	w.follow(n)
	return worst(w.found)
}

// lifetimeOfVariable follows a variable, which may have its value from elsewhere.
func (s *spot) lifetimeOfVariable(v *types.Var) Lifetime {
	w := &follower{spot: s, parents: parentsOf(s.decl), seen: make(map[*types.Var]bool)}
	if id := w.declaring(v); id != nil {
		w.origin(id)
	}
	w.variable(v)
	return worst(w.found)
}

func parentsOf(root ast.Node) map[ast.Node]ast.Node {
	parents := make(map[ast.Node]ast.Node)
	var open []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			open = open[:len(open)-1]
			return true
		}
		if len(open) > 0 {
			parents[n] = open[len(open)-1]
		}
		open = append(open, n)
		return true
	})
	return parents
}

// A follower follows an object through a function, as far as the syntax and the
// types tell. What it does not understand makes the lifetime unknown.
type follower struct {
	*spot
	parents map[ast.Node]ast.Node
	seen    map[*types.Var]bool
	found   []Lifetime
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
			w.outlives(w.decl, "it is in "+v.Name()+", which is used")
		} else if w.isResult(v) {
			w.outlives(w.decl, "it is the result "+v.Name()+", declared")
		} else {
			w.doubt(w.decl, "it is the parameter "+v.Name()+", whose owner is a caller, declared")
		}
		return
	}
	home := w.function(w.declaring(v))
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
		if e, ok := next.(ast.Expr); ok && !w.refers(e) {
			return
		}
		n = next
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
	return t != nil && refersTo(t)
}

func refersTo(t types.Type) bool {
	if _, ok := types.Unalias(t).Underlying().(*types.Basic); ok {
		return false
	}
	return !types.Identical(t, types.Universe.Lookup("error").Type())
}

// method reports whether the result of a method of the object must be followed.
func (w *follower) method(call *ast.CallExpr, selector *ast.SelectorExpr) bool {
	f, ok := w.TypesInfo.Uses[selector.Sel].(*types.Func)
	if !ok {
		w.doubt(call, "its field "+selector.Sel.Name+" is called")
		return false
	}
	if spawned, ok := w.parents[call].(*ast.GoStmt); ok {
		w.outlives(spawned, "a goroutine uses it")
		return false
	}
	if f.Pkg() == nil || !isStandard(f.Pkg().Path(), "") {
		w.doubt(call, "its method "+f.Name()+", which may keep it, is called")
		return false
	}
	return w.result(call)
}

// borrowing are methods whose contract is not to keep their arguments.
var borrowing = []string{"Write", "WriteTo", "ReadFrom", "Read", "ReadAt", "WriteAt", "Encode", "EncodeElement", "Decode", "DecodeElement", "Scan", "Execute", "ExecuteTemplate", "Sum", "ReadFull"}

// argument reports whether the result of a call that the object is passed to must be followed.
func (w *follower) argument(call *ast.CallExpr, n ast.Node) bool {
	if spawned, ok := w.parents[call].(*ast.GoStmt); ok {
		w.outlives(spawned, "it is passed to a goroutine")
		return false
	}
	info := w.TypesInfo
	if info.Types[call.Fun].IsType() {
		return true
	}
	if info.Types[call.Fun].IsBuiltin() {
		return w.builtin(call, n)
	}
	var name *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		name = f
	case *ast.SelectorExpr:
		name = f.Sel
	}
	f, _ := info.Uses[name].(*types.Func)
	switch {
	case name == nil || f == nil:
		w.doubt(call, "it is passed to a function that is a value")
	case f.Signature().Recv() != nil && slices.Contains(borrowing, f.Name()):
	case f.Pkg() == nil || !isStandard(f.Pkg().Path(), "") || f.Signature().Recv() != nil:
		w.doubt(call, "it is passed to "+f.Name()+", which may keep it,")
	default:
		return w.result(call) // a function of the standard library keeps it in its result, if anywhere
	}
	return false
}

// result reports whether one of the results of a call can refer to memory.
func (w *follower) result(call *ast.CallExpr) bool {
	tuple, ok := w.TypesInfo.TypeOf(call).(*types.Tuple)
	if !ok {
		return w.refers(call)
	}
	for v := range tuple.Variables() {
		if refersTo(v.Type()) {
			return true
		}
	}
	return false
}

// builtin is argument for the functions of the language.
func (w *follower) builtin(call *ast.CallExpr, n ast.Node) bool {
	switch name := ast.Unparen(call.Fun).(*ast.Ident).Name; {
	case name == "panic":
		w.outlives(call, "it is the value of a panic")
	case name == "append" && call.Args[0] == n:
		return true
	case name == "append":
		if call.Ellipsis.IsValid() {
			if slice, ok := types.Unalias(w.TypesInfo.TypeOf(n.(ast.Expr))).Underlying().(*types.Slice); ok {
				if _, basic := types.Unalias(slice.Elem()).Underlying().(*types.Basic); basic {
					return false // its elements are copied
				}
			}
		}
		return true
	}
	return false
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
		w.variable(v)
	default:
		w.outlives(left, "it is stored in "+types.ExprString(left))
	}
}
