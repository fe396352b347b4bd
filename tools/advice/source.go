package advice

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"

	"github.com/rcpool/rcpool/tools/allocation"
)

// code is the source of the program, as far as it is here.
type code struct {
	dir     string // of the module; "" if there is no source
	module  string
	problem string                       // why there is none
	loaded  map[string]*packages.Package // by what was asked for; nil if it cannot be loaded
}

// open finds the module of a directory, if the profile has functions of it.
func open(dir string, p *allocation.Profile) *code {
	c := &code{loaded: make(map[string]*packages.Package)}
	if dir == "" {
		c.problem = "no source was given"
		return c
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		c.problem = err.Error()
		return c
	}
	for {
		text, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err == nil {
			c.module = modfile.ModulePath(text)
			break
		}
		if root == filepath.Dir(root) {
			c.problem = fmt.Sprintf("there is no go.mod in %s or above", dir)
			return c
		}
		root = filepath.Dir(root)
	}
	c.dir = root
	if !slices.ContainsFunc(p.Records, func(r allocation.Record) bool {
		return slices.ContainsFunc(r.Stack, func(f allocation.Frame) bool {
			return within(packageOf(f.Function), c.module) || c.mainOf(f) != ""
		})
	}) {
		c.problem = fmt.Sprintf("the source in %s is of the module %s, which is not in the profile", dir, c.module)
		c.dir, c.module = "", ""
	}
	return c
}

// mainOf returns the directory of a function of a package main that belongs to the
// module, or "".
func (c *code) mainOf(f allocation.Frame) string {
	if packageOf(f.Function) != "main" {
		return ""
	}
	dir := filepath.Dir(filepath.FromSlash(f.File))
	if rest, ok := strings.CutPrefix(f.File, c.module+"/"); ok { // built with -trimpath
		dir = filepath.Join(c.dir, filepath.Dir(filepath.FromSlash(rest)))
	}
	if dir != c.dir && !strings.HasPrefix(dir, c.dir+string(filepath.Separator)) {
		return ""
	}
	if _, err := os.Stat(filepath.Join(dir, filepath.Base(f.File))); err != nil {
		return ""
	}
	return dir
}

// A spot is a line in a function of the source.
type spot struct {
	*packages.Package
	file *ast.File
	decl *ast.FuncDecl
	line int
}

// find returns the spot of a frame, or says why it is not known.
func (c *code) find(f allocation.Frame) (*spot, string) {
	if c.dir == "" {
		return nil, c.problem
	}
	pattern := packageOf(f.Function)
	if pattern == "main" {
		pattern = c.mainOf(f)
	} else if !within(pattern, c.module) {
		return nil, "it is not in the module of the source"
	}
	if pattern == "" {
		return nil, "its file is not in the source"
	}
	pkg := c.load(pattern)
	if pkg == nil {
		return nil, "its package could not be loaded; does it build?"
	}
	for _, file := range pkg.Syntax {
		if filepath.Base(pkg.Fset.Position(file.FileStart).Filename) != filepath.Base(f.File) {
			continue
		}
		for _, d := range file.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil && names(decl, f.Function) && pkg.covers(decl, f.Line) {
				return &spot{pkg.Package, file, decl, f.Line}, ""
			}
		}
	}
	return nil, "the source is of another version than the program"
}

// loadedPackage adds what spots ask of a package.
type loadedPackage struct{ *packages.Package }

func (p loadedPackage) covers(n ast.Node, line int) bool {
	return p.Fset.Position(n.Pos()).Line <= line && line <= p.Fset.Position(n.End()).Line
}

// load returns a package with its syntax and its types, or nil.
func (c *code) load(pattern string) *loadedPackage {
	pkg, ok := c.loaded[pattern]
	if !ok {
		config := &packages.Config{Dir: c.dir, Mode: packages.LoadSyntax}
		all, err := packages.Load(config, pattern)
		if err == nil && len(all) == 1 && len(all[0].Syntax) > 0 && !all[0].IllTyped {
			pkg = all[0]
		}
		c.loaded[pattern] = pkg
	}
	if pkg == nil {
		return nil
	}
	return &loadedPackage{pkg}
}

// names reports whether a declaration is that of a function in a profile, or has
// the function literal that is it.
func names(decl *ast.FuncDecl, function string) bool {
	function = plain(function)
	name := function[strings.LastIndex(function, "/")+1:]
	_, name, _ = strings.Cut(name, ".") // without the package
	declared := decl.Name.Name
	if decl.Recv != nil && len(decl.Recv.List) > 0 {
		receiver := decl.Recv.List[0].Type
		pointer := false
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver, pointer = star.X, true
		}
		switch generic := receiver.(type) {
		case *ast.IndexExpr:
			receiver = generic.X
		case *ast.IndexListExpr:
			receiver = generic.X
		}
		id, ok := receiver.(*ast.Ident)
		if !ok {
			return false
		}
		if declared = id.Name + "." + declared; pointer {
			declared = "(*" + id.Name + ")." + decl.Name.Name
		}
	}
	rest, ok := strings.CutPrefix(name, declared)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '-')
}

// at reports whether a node begins on the line of the spot, or at that place of it
// to which the compiler assigns what it allocates.
func (s *spot) at(positions ...token.Pos) bool {
	return slices.ContainsFunc(positions, func(p token.Pos) bool { return p.IsValid() && s.Fset.Position(p).Line == s.line })
}

func (s *spot) lineOf(n ast.Node) int { return s.Fset.Position(n.Pos()).Line }
