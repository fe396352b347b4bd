package rewrite

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// A Package is one whose files can be rewritten.
type Package struct {
	Path     string
	Files    map[string][]byte // by their names
	Importer types.Importer

	unfit []error // sites that were given up since the result has no types
}

// A source is a package whose types are known, seen from one of its files.
type source struct {
	fset    *token.FileSet
	file    *ast.File
	text    []byte
	info    *types.Info
	pkg     *types.Package
	root    inspector.Cursor  // of file
	imports map[string]string // the names of packages in file, by their paths
	taken   map[string]bool   // all identifiers of the package
	facts   map[*types.Var]*fact
	numbers map[string]int // of fresh names
}

// check finds the types of the package with another text of a file.
func (p *Package) check(name string, text []byte) (*source, error) {
	s := &source{
		fset:    token.NewFileSet(),
		text:    text,
		info:    &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{}},
		imports: map[string]string{},
		taken:   map[string]bool{},
		numbers: map[string]int{},
	}
	var files []*ast.File
	for _, other := range slices.Sorted(maps.Keys(p.Files)) {
		content := p.Files[other]
		if other == name {
			content = text
		}
		file, err := parser.ParseFile(s.fset, other, content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if other == name {
			s.file = file
		}
		files = append(files, file)
		for node := range ast.Preorder(file) {
			if id, ok := node.(*ast.Ident); ok {
				s.taken[id.Name] = true
			}
		}
	}
	config := types.Config{Importer: p.Importer}
	var err error
	if s.pkg, err = config.Check(p.Path, s.fset, files, s.info); err != nil {
		return nil, err
	}
	s.root = inspector.New([]*ast.File{s.file}).Root()
	for _, spec := range s.file.Imports {
		s.importedAs(spec)
	}
	s.facts = s.factsOf(files)
	return s, nil
}

func (s *source) importedAs(spec *ast.ImportSpec) {
	from, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return
	}
	name := path.Base(from)
	if object, ok := s.info.Implicits[spec].(*types.PkgName); ok {
		name = object.Name()
	}
	if spec.Name != nil {
		name = spec.Name.Name
	}
	if name != "_" && name != "." {
		s.imports[from] = name
	}
}

// fresh returns a name that the package does not have.
func (s *source) fresh(stem string) string {
	for {
		s.numbers[stem]++
		name := stem + strconv.Itoa(s.numbers[stem])
		if !s.taken[name] {
			return name
		}
	}
}

// between is the text from pos to end.
func (s *source) between(pos, end token.Pos) string {
	file := s.fset.File(s.file.FileStart)
	return string(s.text[file.Offset(pos):file.Offset(end)])
}

// of is the text of a node.
func (s *source) of(n ast.Node) string { return s.between(n.Pos(), n.End()) }

// texts are the texts of expressions.
func texts[N ast.Node](s *source, nodes []N) (list []string) {
	for _, n := range nodes {
		list = append(list, s.of(n))
	}
	return list
}

// typeText is how the file can write a type at its top level; ok is false if it
// cannot, such as a type that a function declares.
func (s *source) typeText(t types.Type) (text string, ok bool) {
	if !s.expressible(t) {
		return "", false
	}
	return types.TypeString(t, func(p *types.Package) string {
		if p == s.pkg {
			return ""
		}
		return s.imports[p.Path()]
	}), true
}

func (s *source) expressible(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t.Info()&types.IsUntyped == 0 && t.Kind() != types.Invalid && t.Kind() != types.UnsafePointer
	case *types.Pointer:
		return s.expressible(t.Elem())
	case *types.Slice:
		return s.expressible(t.Elem())
	case *types.Array:
		return s.expressible(t.Elem())
	case *types.Chan:
		return s.expressible(t.Elem())
	case *types.Map:
		return s.expressible(t.Key()) && s.expressible(t.Elem())
	case *types.Signature:
		return s.expressible(t.Params()) && s.expressible(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if !s.expressible(v.Type()) {
				return false
			}
		}
		return true
	case *types.Alias:
		return s.nameable(t.Obj(), t.TypeArgs())
	case *types.Named:
		return s.nameable(t.Obj(), t.TypeArgs())
	case *types.Interface:
		return t.Empty()
	case *types.Struct:
		return t.NumFields() == 0
	}
	return false
}

// nameable reports whether the file can write the name of a type.
func (s *source) nameable(name *types.TypeName, arguments *types.TypeList) bool {
	for t := range arguments.Types() {
		if !s.expressible(t) {
			return false
		}
	}
	switch name.Pkg() {
	case nil:
		return true
	case s.pkg:
		return name.Parent() == s.pkg.Scope()
	}
	return name.Exported() && s.imports[name.Pkg().Path()] != ""
}

// A function is a declaration or a literal.
type function struct {
	node   ast.Node
	kind   *ast.FuncType
	body   *ast.BlockStmt
	within ast.Decl      // at the top level, that has it
	decl   *ast.FuncDecl // nil for a literal
}

// functions are those of the file that have a body.
func (s *source) functions() (all []function) {
	for _, decl := range s.file.Decls {
		for node := range ast.Preorder(decl) {
			switch n := node.(type) {
			case *ast.FuncDecl:
				if n.Body != nil {
					all = append(all, function{n, n.Type, n.Body, decl, n})
				}
			case *ast.FuncLit:
				all = append(all, function{n, n.Type, n.Body, decl, nil})
			}
		}
	}
	return all
}

// own yields the nodes of a function's body, but not those of literals in it.
func own(body ast.Node, yield func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		if _, ok := n.(*ast.FuncLit); ok && n != body {
			return false
		}
		yield(n)
		return true
	})
}

// lists are the lists of statements of a function's body, but not those of
// literals in it.
func (f function) lists() (lists [][]ast.Stmt) {
	own(f.body, func(n ast.Node) {
		if list := statements(n); len(list) > 0 {
			lists = append(lists, list)
		}
	})
	return lists
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

// namedResults reports whether the results of a function have names.
func (f function) namedResults() bool {
	return f.kind.Results != nil && f.kind.Results.NumFields() > 0 && len(f.kind.Results.List[0].Names) > 0
}

func (s *source) signature(f function) *types.Signature {
	if f.decl != nil {
		return s.info.Defs[f.decl.Name].Type().(*types.Signature)
	}
	return s.info.Types[f.node.(*ast.FuncLit)].Type.(*types.Signature)
}

// generic reports whether a function's type has parameters.
func (s *source) generic(f function) bool {
	if decl, ok := f.within.(*ast.FuncDecl); ok {
		signature := s.info.Defs[decl.Name].Type().(*types.Signature)
		return signature.TypeParams().Len() > 0 || signature.RecvTypeParams().Len() > 0
	}
	return false
}

// results are the types of a function's results, as texts.
func (s *source) results(f function) (list []string, ok bool) {
	for v := range s.signature(f).Results().Variables() {
		text, ok := s.typeText(v.Type())
		if !ok {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}

func labeled(f function) (found bool) {
	own(f.body, func(n ast.Node) {
		if _, ok := n.(*ast.LabeledStmt); ok {
			found = true
		}
	})
	return found
}

// builtin reports whether the call is one of the builtin function.
func (s *source) builtin(call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := s.info.Uses[id].(*types.Builtin)
	return ok && (name == "" || b.Name() == name)
}

// recovers reports whether the statements call recover themselves.
func (s *source) recovers(list ...ast.Stmt) (found bool) {
	for _, st := range list {
		own(st, func(n ast.Node) {
			if call, ok := n.(*ast.CallExpr); ok && s.builtin(call, "recover") {
				found = true
			}
		})
	}
	return found
}

// terminates reports whether nothing after the statement runs.
func (s *source) terminates(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return st.Tok == token.BREAK || st.Tok == token.CONTINUE
	case *ast.ExprStmt:
		call, ok := st.X.(*ast.CallExpr)
		return ok && s.builtin(call, "panic")
	}
	return false
}

func parenthesized(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func comma(list []string) string { return strings.Join(list, ", ") }

// extent is where the statements begin and end.
func extent(list []ast.Stmt) (pos, end token.Pos) {
	return list[0].Pos(), list[len(list)-1].End()
}
