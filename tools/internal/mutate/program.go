package mutate

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// A Program is one file whose types are known.
type Program struct {
	path     string
	importer types.Importer

	fset *token.FileSet
	text []byte
	file *ast.File
	info *types.Info
	gone map[*types.Func]bool // functions of the program that give a reference up
}

// Load finds the types of a program that consists of one file.
func Load(path string, text []byte, importer types.Importer) (*Program, error) {
	p := &Program{
		path:     path,
		importer: importer,
		fset:     token.NewFileSet(),
		text:     text,
		info:     &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
	}
	var err error
	if p.file, err = parser.ParseFile(p.fset, path+".go", text, parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	config := types.Config{Importer: importer}
	if _, err = config.Check(path, p.fset, []*ast.File{p.file}, p.info); err != nil {
		return nil, err
	}
	p.findGone()
	return p, nil
}

// fit returns the text without imports that it does not need, if it compiles then.
func (p *Program) fit(text []byte) ([]byte, bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, p.path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	config := types.Config{Importer: p.importer, Error: func(error) {}}
	var wrong types.Error
	if _, err = config.Check(p.path, fset, []*ast.File{file}, nil); !errors.As(err, &wrong) {
		return text, err == nil
	}
	for _, spec := range file.Imports {
		if wrong.Pos == spec.Pos() && strings.HasSuffix(wrong.Msg, "imported and not used") {
			start, end := fset.Position(spec.Pos()).Offset, fset.Position(spec.End()).Offset
			return p.fit([]byte(string(text[:start]) + string(text[end:])))
		}
	}
	return nil, false
}

// between is the text from pos to end.
func (p *Program) between(pos, end token.Pos) string {
	file := p.fset.File(p.file.FileStart)
	return string(p.text[file.Offset(pos):file.Offset(end)])
}

// of is the text of a node.
func (p *Program) of(n ast.Node) string { return p.between(n.Pos(), n.End()) }

// brief is the text of a node in one short line.
func (p *Program) brief(n ast.Node) string {
	text := strings.Join(strings.Fields(p.of(n)), " ")
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + "…"
	}
	return text
}

func (p *Program) line(pos token.Pos) int { return p.fset.Position(pos).Line }

// A block is a list of statements, and the function that it is in.
type block struct {
	list     []ast.Stmt
	function *ast.BlockStmt // its body
}

// outer reports whether the block is the body of its function.
func (b block) outer() bool { return len(b.list) > 0 && b.list[0] == b.function.List[0] }

// leaves reports whether the block ends by leaving what it is in.
func (b block) leaves() bool { return leaving(b.list[len(b.list)-1]) }

func leaving(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return st.Tok == token.BREAK || st.Tok == token.CONTINUE
	}
	return false
}

// blocks are all that have statements.
func (p *Program) blocks() (all []block) {
	for _, f := range p.functions() {
		own(f.body, func(n ast.Node) {
			if list := statements(n); len(list) > 0 {
				all = append(all, block{list, f.body})
			}
		})
	}
	return all
}

func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		for _, st := range n.List { // those of a switch are no statements
			switch st.(type) {
			case *ast.CaseClause, *ast.CommClause:
				return nil
			}
		}
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// A function is a declaration or a literal.
type function struct {
	node ast.Node
	body *ast.BlockStmt
}

// functions are those that have a body.
func (p *Program) functions() (all []function) {
	for node := range ast.Preorder(p.file) {
		switch n := node.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				all = append(all, function{n, n.Body})
			}
		case *ast.FuncLit:
			all = append(all, function{n, n.Body})
		}
	}
	return all
}

// own yields the nodes of a function's body, but not those of literals in it.
func own(body ast.Node, yield func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, literal := n.(*ast.FuncLit); n == nil || literal && n != body {
			return false
		}
		yield(n)
		return true
	})
}

// variable returns the variable that an expression names, or nil.
func (p *Program) variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.info.ObjectOf(id).(*types.Var)
	return v
}

// mentions reports whether a variable of the set is in a node.
func (p *Program) mentions(n ast.Node, set map[*types.Var]bool) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, _ := p.info.ObjectOf(id).(*types.Var)
			found = found || set[v]
		}
		return !found
	})
	return found
}

// callee returns the function or method that a call names, or nil.
func (p *Program) callee(call *ast.CallExpr) *types.Func {
	f, _ := typeutil.Callee(p.info, call).(*types.Func)
	if f == nil {
		return nil
	}
	return f.Origin()
}

// ofRcpool reports whether a function is one of rcpool's packages.
func ofRcpool(f *types.Func) bool {
	return f.Pkg() != nil && strings.HasPrefix(f.Pkg().Path(), api.Path)
}
