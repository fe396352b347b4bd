package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// An Again reads again the files of which the bodies of functions were forgotten, and says of their
// identifiers and expressions what was known of those that were there before. The syntax of a large
// package is a quarter of what stays in memory while its functions are walked, and each garbage
// collection looks at all that stays; reports are about a few places in it.
type Again struct {
	pass  *analysis.Pass
	bytes map[extent]bool // the expressions that are slices of bytes
	files map[*ast.File]*ast.File
}

type extent struct{ start, end token.Pos }

// Forget forgets the bodies of the functions of a package, and what is known of types in them. It does
// nothing, and returns nil, if there are expressions of other types than bytes for which fixes and
// resets look: they look everywhere. The driver must not need the syntax any more.
func Forget(pass *analysis.Pass, functions []*ssa.Function) *Again {
	a := &Again{pass: pass, bytes: map[extent]bool{}, files: map[*ast.File]*ast.File{}}
	for e, of := range pass.TypesInfo.Types {
		if api.IsRef(of.Type) || api.IsPool(api.Deref(of.Type)) {
			return nil
		}
		a.bytes[extent{e.Pos(), e.End()}] = true
	}
	info := pass.TypesInfo
	info.Types, info.Defs, info.Uses, info.Instances = nil, nil, nil, nil
	for _, file := range pass.Files {
		file.Scope, file.Unresolved = nil, nil
	}
	for _, fn := range functions {
		switch syntax := fn.Syntax().(type) {
		case *ast.FuncDecl:
			syntax.Body = emptied(syntax.Body)
		case *ast.FuncLit:
			syntax.Body = emptied(syntax.Body)
		case *ast.RangeStmt:
			syntax.Body = emptied(syntax.Body)
		}
	}
	return a
}

// emptied returns a block without statements where another one is; nil for that of a function of
// another language.
func emptied(block *ast.BlockStmt) *ast.BlockStmt {
	if block == nil {
		return nil
	}
	return &ast.BlockStmt{Lbrace: block.Lbrace, Rbrace: block.Rbrace}
}

// file returns a file as it was, with the same positions; nil if it cannot be read any more.
func (a *Again) file(short *ast.File) *ast.File {
	if file, done := a.files[short]; done {
		return file
	}
	a.files[short] = nil
	was := a.pass.Fset.File(short.FileStart)
	fset := token.NewFileSet()
	if before := was.Base() - fset.Base(); before > 0 {
		fset.AddFile("", -1, before-1)
	}
	file, err := parser.ParseFile(fset, was.Name(), nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || file.FileStart != short.FileStart || file.FileEnd != short.FileEnd {
		return nil
	}
	a.know(file)
	a.files[short] = file
	return file
}

// know says what is known of the variables and expressions of a file.
func (a *Again) know(file *ast.File) {
	info := a.pass.TypesInfo
	if info.Types == nil {
		info.Types, info.Uses = map[ast.Expr]types.TypeAndValue{}, map[*ast.Ident]types.Object{}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				if id, ok := to.(*ast.Ident); ok {
					info.Uses[id] = a.object(id, n.Tok == token.DEFINE)
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				info.Uses[id] = a.object(id, true)
			}
		}
		if e, ok := n.(ast.Expr); ok && a.bytes[extent{e.Pos(), e.End()}] {
			info.Types[e] = types.TypeAndValue{Type: types.NewSlice(types.Typ[types.Byte])}
		}
		return true
	})
}

// object returns what a name that is assigned to means. If it is declared there, or was before in the
// same block, that is not the variable of another block: a type switch declares one in each clause only.
func (a *Again) object(id *ast.Ident, declared bool) types.Object {
	scope := a.pass.Pkg.Scope().Innermost(id.Pos())
	switch {
	case scope == nil:
		return nil
	case scope.Parent() == a.pass.Pkg.Scope(): // of a file, which has only imports
		return a.pass.Pkg.Scope().Lookup(id.Name)
	case declared:
		return scope.Lookup(id.Name)
	}
	_, object := scope.LookupParent(id.Name, id.Pos())
	return object
}
