// Package fix offers fixes for findings, where it is certain what the programmer
// meant: defer the release of what always leaks, retain what is both handed over and
// released, return a copy of bytes that go back to a pool.
package fix

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/source"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
)

// A Fixer offers fixes for the mistakes of a package.
type Fixer struct{ source.Source }

// For returns the fixes of a finding about an object. AlwaysLost says that no path
// releases the object or hands it over. There are no fixes unless every path of the
// function agrees on who owns what.
func (f Fixer) For(m *mistake.Finding, o *fate.Object, alwaysLost bool) []analysis.SuggestedFix {
	if m.Object == 0 || o.Family != nil || o.Origin != fate.Acquired && o.Origin != fate.Param {
		return nil
	}
	file := f.File(m.Pos)
	if file == nil {
		return nil
	}
	switch wrong := m.Mistake.(type) {
	case mistake.Leak:
		if o.Origin == fate.Acquired && !wrong.Contained && alwaysLost {
			return f.deferRelease(m, file)
		}
	case mistake.Escape:
		switch {
		case wrong.Again:
		case wrong.Borrowed && wrong.How == fate.ToResult:
			return f.copyBytes(m, file)
		case wrong.Borrowed, wrong.How == fate.ToResult && !f.plainDefer(m.Other):
		default:
			return f.retain(m, file)
		}
	}
	return nil
}

// plainDefer reports whether there is a statement defer ref.Release() at pos.
func (f Fixer) plainDefer(pos token.Pos) bool {
	file := f.File(pos)
	if file == nil {
		return false
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for _, n := range path {
		if d, ok := n.(*ast.DeferStmt); ok {
			sel, ok := d.Call.Fun.(*ast.SelectorExpr)
			return ok && sel.Sel.Name == "Release"
		}
	}
	return false
}

// deferRelease releases a reference when the function returns.
func (f Fixer) deferRelease(m *mistake.Finding, file *ast.File) []analysis.SuggestedFix {
	path, _ := astutil.PathEnclosingInterval(file, m.Pos, m.Pos)
	for i, n := range path {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			continue
		}
		if assign.Tok != token.DEFINE || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || i+1 >= len(path) {
			return nil
		}
		name, ok := assign.Lhs[0].(*ast.Ident)
		call, isCall := assign.Rhs[0].(*ast.CallExpr)
		if !ok || !isCall || call.Lparen != m.Pos || name.Name == "_" || !api.IsRef(f.Pass.TypesInfo.TypeOf(name)) {
			return nil
		}
		if !inBody(path[i+1:]) || f.assigned(file, name) > 1 || f.givenUp(file, name) {
			return nil
		}
		text := "\n" + f.indent(assign.Pos()) + "defer " + name.Name + ".Release()"
		return []analysis.SuggestedFix{{
			Message:   "defer " + name.Name + ".Release()",
			TextEdits: []analysis.TextEdit{{Pos: assign.End(), End: assign.End(), NewText: []byte(text)}},
		}}
	}
	return nil
}

// inBody reports whether a statement is one of a block that is run once in a call
// of the function: a deferred call in a loop would wait until the loop ends.
func inBody(path []ast.Node) bool {
	for i, n := range path {
		switch n.(type) {
		case *ast.BlockStmt, *ast.IfStmt:
			if i == 0 {
				if _, ok := n.(*ast.BlockStmt); !ok {
					return false
				}
			}
		case *ast.CaseClause:
			return false
		case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
			return false
		case *ast.FuncDecl, *ast.FuncLit:
			return true
		}
	}
	return false
}

// assigned counts the assignments to a variable.
func (f Fixer) assigned(file *ast.File, name *ast.Ident) int {
	v := f.Pass.TypesInfo.ObjectOf(name)
	count := 0
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && f.Pass.TypesInfo.ObjectOf(id) == v {
					count++
				}
			}
		case *ast.UnaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND && f.Pass.TypesInfo.ObjectOf(id) == v {
				count++
			}
		}
		return true
	})
	return count
}

// givenUp reports whether the text gives up a reference somewhere, or may do so. The
// analyzed code need not: a constant or a callee may differ with the build tags.
func (f Fixer) givenUp(file *ast.File, name *ast.Ident) bool {
	v := f.Pass.TypesInfo.ObjectOf(name)
	given := false
	harmless := map[*ast.Ident]bool{name: true}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Sel.Name != "Release" && n.Sel.Name != "Detach" {
				harmless[id] = true
			}
		case *ast.Ident:
			given = given || f.Pass.TypesInfo.ObjectOf(n) == v && !harmless[n]
		}
		return true
	})
	return given
}

// indent is the white space at the beginning of a line.
func (f Fixer) indent(pos token.Pos) string {
	p := f.Pass.Fset.Position(pos)
	return strings.Repeat("\t", max(p.Column-1, 0))
}

// retain retains a reference that is both handed over and released.
func (f Fixer) retain(m *mistake.Finding, file *ast.File) []analysis.SuggestedFix {
	path, _ := astutil.PathEnclosingInterval(file, m.Pos, m.Pos)
	var given ast.Expr
	for _, n := range path {
		switch n := n.(type) {
		case *ast.SendStmt:
			given = n.Value
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && len(n.Lhs) == 1 {
				given = n.Rhs[0]
			}
		case *ast.ReturnStmt:
			given = f.onlyRef(n.Results)
		case *ast.GoStmt:
			if _, isLit := n.Call.Fun.(*ast.FuncLit); !isLit {
				given = f.onlyRef(n.Call.Args)
			}
		case *ast.BlockStmt:
			return nil
		}
		if given != nil {
			break
		}
	}
	id, ok := given.(*ast.Ident)
	if !ok || !api.IsRef(f.Pass.TypesInfo.TypeOf(id)) {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "retain " + id.Name + " for the new owner",
		TextEdits: []analysis.TextEdit{{Pos: id.End(), End: id.End(), NewText: []byte(".Retain()")}},
	}}
}

func (f Fixer) onlyRef(list []ast.Expr) ast.Expr {
	var found ast.Expr
	for _, e := range list {
		if api.IsRef(f.Pass.TypesInfo.TypeOf(e)) {
			if found != nil {
				return nil
			}
			found = e
		}
	}
	return found
}

// copyBytes returns a copy of bytes that go back to the pool.
func (f Fixer) copyBytes(m *mistake.Finding, file *ast.File) []analysis.SuggestedFix {
	if !imports(file, "bytes") {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, m.Pos, m.Pos)
	for _, n := range path {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			continue
		}
		var given ast.Expr
		for _, e := range ret.Results {
			if types.Identical(f.Pass.TypesInfo.TypeOf(e), types.NewSlice(types.Typ[types.Byte])) {
				if given != nil {
					return nil
				}
				given = e
			}
		}
		if given == nil {
			return nil
		}
		var text bytes.Buffer
		if err := printer.Fprint(&text, f.Pass.Fset, given); err != nil {
			return nil
		}
		return []analysis.SuggestedFix{{
			Message:   "return a copy of the bytes",
			TextEdits: []analysis.TextEdit{{Pos: given.Pos(), End: given.End(), NewText: []byte("bytes.Clone(" + text.String() + ")")}},
		}}
	}
	return nil
}

func imports(file *ast.File, path string) bool {
	for _, spec := range file.Imports {
		if strings.Trim(spec.Path.Value, `"`) == path && spec.Name == nil {
			return true
		}
	}
	return false
}
