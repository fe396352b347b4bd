// Package source finds the text of a program that a position is in: the variable
// that is assigned there, the condition that is decided, the call or the statement.
package source

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// A Source is the text of one package.
type Source struct {
	Pass  *analysis.Pass
	Again *Again // reads the files again that the pass has shortened; nil if it has not
}

// File returns the file that a position is in, or nil.
func (s Source) File(pos token.Pos) *ast.File {
	for _, f := range s.Pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			if s.Again != nil {
				return s.Again.file(f)
			}
			return f
		}
	}
	return nil
}

// Extent returns the source that a report is about: the call around a parenthesis,
// or the statement.
func (s Source) Extent(pos token.Pos) (start, end token.Pos) {
	file := s.File(pos)
	if file == nil {
		return pos, token.NoPos
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				start := n.Pos()
				switch fun := ast.Unparen(n.Fun).(type) {
				case *ast.SelectorExpr:
					if s.Pass.Fset.Position(start).Line != s.Pass.Fset.Position(fun.Sel.Pos()).Line {
						start = fun.Sel.Pos()
					}
				}
				return start, n.End()
			}
		case *ast.Ident:
			return n.Pos(), n.End()
		case *ast.ReturnStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.AssignStmt, *ast.ExprStmt:
			if n.Pos() == pos {
				return n.Pos(), n.End()
			}
		case *ast.FuncLit:
			if n.Pos() == pos {
				return pos, n.Body.Pos()
			}
			return pos, token.NoPos
		case *ast.BlockStmt, *ast.FuncDecl:
			return pos, token.NoPos
		}
	}
	return pos, token.NoPos
}

// AssignedAt returns the variable that the value of a call is first assigned to, or
// "". Of several results it is the first. An assertion, a conversion to what a pointer
// points to, and an address of the value have the same name; an argument, or what a
// method of the value returns, has another.
func (s Source) AssignedAt(pos token.Pos) string {
	file := s.File(pos)
	if file == nil {
		return ""
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	var value ast.Node // the call, and what is around it
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if value != nil {
				return ""
			}
			value = n
		case *ast.SelectorExpr:
			if value != nil {
				return ""
			}
		case *ast.AssignStmt:
			return s.nameOf(n.Lhs, n.Rhs, value)
		case *ast.ValueSpec:
			names := make([]ast.Expr, len(n.Names))
			for i, id := range n.Names {
				names[i] = id
			}
			return s.nameOf(names, n.Values, value)
		case ast.Stmt:
			return ""
		case ast.Expr:
			if value != nil {
				value = n
			}
		}
	}
	return ""
}

// nameOf returns the variable that a value is assigned to, or "". A variable of a basic type,
// or an error, is none: the call has put the object elsewhere.
func (s Source) nameOf(to, from []ast.Expr, value ast.Node) string {
	for i, v := range from {
		if v != value || i >= len(to) {
			continue
		}
		id, ok := to[i].(*ast.Ident)
		if !ok || id.Name == "_" {
			continue
		}
		if variable := s.Pass.TypesInfo.ObjectOf(id); variable != nil && !api.IsBasic(variable.Type()) && !api.IsError(variable.Type()) {
			return id.Name
		}
	}
	return ""
}

// Condition returns the condition at a position as it is written, or its opposite
// if it does not hold, and its line. It returns "" if the text is long.
func (s Source) Condition(pos token.Pos, holds bool) (string, int) {
	file := s.File(pos)
	if file == nil {
		return "", 0
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	var expr ast.Expr
	for _, n := range path {
		e, ok := n.(ast.Expr)
		if !ok {
			break
		}
		expr = e
		if b, ok := n.(*ast.BinaryExpr); ok && b.OpPos == pos {
			break
		}
	}
	if expr == nil {
		return "", 0
	}
	var text bytes.Buffer
	if err := printer.Fprint(&text, s.Pass.Fset, expr); err != nil || text.Len() > 60 || bytes.ContainsRune(text.Bytes(), '\n') {
		return "", 0
	}
	line := s.Pass.Fset.Position(pos).Line
	if holds {
		return text.String(), line
	}
	if b, ok := expr.(*ast.BinaryExpr); ok {
		if op, ok := opposite[b.Op]; ok {
			b := *b
			b.Op = op
			text.Reset()
			printer.Fprint(&text, s.Pass.Fset, &b)
			return text.String(), line
		}
	}
	return "not " + text.String(), line
}

var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}
