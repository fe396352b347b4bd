package advice

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
)

// maxDepth is how many calls deep an object is followed.
const maxDepth = 3

// keeps reports whether a function of this package keeps a parameter, or the
// receiver if n is -1. It is doubtful if that cannot be told.
func (w *follower) keeps(f *types.Func, n int) Lifetime {
	f = f.Origin()
	parameter := f.Signature().Recv()
	if n >= 0 {
		if n >= f.Signature().Params().Len() || f.Signature().Variadic() {
			return Lifetime{Fate: Unknown}
		}
		parameter = f.Signature().Params().At(n)
	}
	if w.depth == maxDepth || f.Pkg() != w.Types || parameter == nil {
		return Lifetime{Fate: Unknown}
	}
	for _, file := range w.Syntax {
		for _, d := range file.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil && w.TypesInfo.Defs[decl.Name] == f {
				inner := newFollower(&spot{w.Package, file, decl, w.Fset.Position(decl.Pos()).Line}, w.depth+1)
				inner.seen[parameter] = true
				inner.uses(parameter, decl)
				return worst(inner.found)
			}
		}
	}
	return Lifetime{Fate: Unknown} // of an interface
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
		w.passed(call, w.keeps(f, -1), "its method "+f.Name()+", which may keep it, is called")
		return false
	}
	return w.result(call)
}

// borrowing are methods that do not keep their arguments: those of any type by the
// contract of package io, and the second ones if they are of the standard library.
var borrowing = [2][]string{
	{"Write", "WriteTo", "ReadFrom", "Read", "ReadAt", "WriteAt"},
	{"Encode", "EncodeElement", "Decode", "DecodeElement", "Scan", "Execute", "ExecuteTemplate", "Sum"},
}

// pure are the packages of the standard library whose functions keep arguments in
// their results, if anywhere.
var pure = regexp.MustCompile(`^(bufio|bytes|cmp|compress|crypto|encoding|errors|fmt|hash|html|io|math|os|path|regexp|slices|sort|strconv|strings|text|unicode)(/|$)`)

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
	case f.Signature().Recv() != nil && slices.Contains(borrowing[0], f.Name()):
	case f.Signature().Recv() != nil && slices.Contains(borrowing[1], f.Name()) && f.Pkg() != nil && isStandard(f.Pkg().Path(), ""):
	case f.Pkg() == nil || !isStandard(f.Pkg().Path(), "") || f.Signature().Recv() != nil:
		w.passed(call, w.keeps(f, slices.Index(call.Args, n.(ast.Expr))), "it is passed to "+f.Name()+", which may keep it,")
	default:
		if !pure.MatchString(f.Pkg().Path()) {
			w.doubt(call, "it is passed to "+f.Name()+", which may keep it,")
		}
		return w.result(call)
	}
	return false
}

// passed notes what a function does with the object that a call passes to it.
func (w *follower) passed(call *ast.CallExpr, l Lifetime, doubt string) {
	switch l.Fate {
	case Outlives:
		w.outlives(call, "it is passed to a function in which "+l.Why+";")
	case Unknown:
		w.doubt(call, doubt)
	}
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
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		w.doubt(call, "package unsafe gets it")
		return false
	}
	switch name := id.Name; {
	case name == "copy" && call.Args[1] == n && !w.hasBasicElements(call.Args[1]):
		w.doubt(call, "its elements are copied")
	case name == "panic":
		w.outlives(call, "it is the value of a panic")
	case name == "append" && call.Args[0] == n:
		return true
	case name == "append":
		return !call.Ellipsis.IsValid() || !w.hasBasicElements(n.(ast.Expr))
	}
	return false
}

// hasBasicElements reports whether a copy of the elements of a slice, or of a
// string, does not refer to what they refer to.
func (w *follower) hasBasicElements(e ast.Expr) bool {
	slice, ok := types.Unalias(w.TypesInfo.TypeOf(e)).Underlying().(*types.Slice)
	if !ok {
		return isString(w.TypesInfo.TypeOf(e))
	}
	_, basic := types.Unalias(slice.Elem()).Underlying().(*types.Basic)
	return basic
}
