package ownership

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

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
)

// fixes returns the fixes of a finding. There are none unless every path of the
// function agrees on who owns what.
func (x *explorer) fixes(f *finding) []analysis.SuggestedFix {
	o := &x.Objects[f.id]
	if f.id == 0 || o.Family != nil || o.Origin != fate.Acquired && o.Origin != fate.Param {
		return nil
	}
	file := x.file(f.pos)
	if file == nil {
		return nil
	}
	switch f.category {
	case Leak:
		return x.fixLeak(f, o, file)
	case Escape:
		if f.again || f.how == fate.ToResult && !f.borrowed && !x.plainDefer(f.other) {
			return nil
		}
		if f.borrowed {
			return x.fixAlias(f, file)
		}
		return x.fixHandOver(f, o, file)
	}
	return nil
}

// plainDefer reports whether there is a statement defer ref.Release() at pos.
func (x *explorer) plainDefer(pos token.Pos) bool {
	file := x.file(pos)
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

// fixLeak defers the release, if no path releases the reference or hands it over.
func (x *explorer) fixLeak(f *finding, o *fate.Object, file *ast.File) []analysis.SuggestedFix {
	if o.Origin != fate.Acquired || f.contained || !x.alwaysLost[o.Pos] {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, f.pos, f.pos)
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
		if !ok || !isCall || call.Lparen != f.pos || name.Name == "_" || !api.IsRef(x.pass.TypesInfo.TypeOf(name)) {
			return nil
		}
		if !inBody(path[i+1:]) || x.assigned(file, name) > 1 {
			return nil
		}
		text := "\n" + x.indent(assign.Pos()) + "defer " + name.Name + ".Release()"
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
func (x *explorer) assigned(file *ast.File, name *ast.Ident) int {
	v := x.pass.TypesInfo.ObjectOf(name)
	count := 0
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && x.pass.TypesInfo.ObjectOf(id) == v {
					count++
				}
			}
		case *ast.UnaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND && x.pass.TypesInfo.ObjectOf(id) == v {
				count++
			}
		}
		return true
	})
	return count
}

// indent is the white space at the beginning of a line.
func (x *explorer) indent(pos token.Pos) string {
	p := x.pass.Fset.Position(pos)
	return strings.Repeat("\t", max(p.Column-1, 0))
}

// fixHandOver retains a reference that is both handed over and released.
func (x *explorer) fixHandOver(f *finding, o *fate.Object, file *ast.File) []analysis.SuggestedFix {
	path, _ := astutil.PathEnclosingInterval(file, f.pos, f.pos)
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
			given = x.onlyRef(n.Results)
		case *ast.GoStmt:
			if _, isLit := n.Call.Fun.(*ast.FuncLit); !isLit {
				given = x.onlyRef(n.Call.Args)
			}
		case *ast.BlockStmt:
			return nil
		}
		if given != nil {
			break
		}
	}
	id, ok := given.(*ast.Ident)
	if !ok || !api.IsRef(x.pass.TypesInfo.TypeOf(id)) {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "retain " + id.Name + " for the new owner",
		TextEdits: []analysis.TextEdit{{Pos: id.End(), End: id.End(), NewText: []byte(".Retain()")}},
	}}
}

func (x *explorer) onlyRef(list []ast.Expr) ast.Expr {
	var found ast.Expr
	for _, e := range list {
		if api.IsRef(x.pass.TypesInfo.TypeOf(e)) {
			if found != nil {
				return nil
			}
			found = e
		}
	}
	return found
}

// fixAlias returns a copy of bytes that go back to the pool.
func (x *explorer) fixAlias(f *finding, file *ast.File) []analysis.SuggestedFix {
	if f.how != fate.ToResult || !imports(file, "bytes") {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, f.pos, f.pos)
	for _, n := range path {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			continue
		}
		var given ast.Expr
		for _, e := range ret.Results {
			if types.Identical(x.pass.TypesInfo.TypeOf(e), types.NewSlice(types.Typ[types.Byte])) {
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
		if err := printer.Fprint(&text, x.pass.Fset, given); err != nil {
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
