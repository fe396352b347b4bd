package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A source finds the functions around positions in the files below a folder.
type source struct {
	dir   string
	files map[string]*sourceFile
}

type sourceFile struct {
	fset   *token.FileSet
	syntax *ast.File
	lines  []string
}

func newSource(dir string) *source { return &source{dir: dir, files: map[string]*sourceFile{}} }

const (
	longest = 80 // lines of a function that are shown whole
	around  = 25 // lines before and after the position in longer ones
)

// function returns the name of the declared function around the line, such as
// "Read", "(*Reader).Next" or "-" outside functions, and its numbered lines.
func (s *source) function(file string, line int) (name, text string) {
	f := s.files[file]
	if f == nil {
		f = s.read(file)
		s.files[file] = f
	}
	name = "-"
	first, last := line-around, line+around
	if f.syntax != nil {
		for _, declaration := range f.syntax.Decls {
			fn, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			start, end := f.line(fn.Pos()), f.line(fn.End())
			if fn.Doc != nil {
				start = f.line(fn.Doc.Pos())
			}
			if line < start || line > end {
				continue
			}
			name = functionName(fn)
			if end-start < longest {
				first, last = start, end
			} else {
				first, last = max(first, start), min(last, end)
			}
		}
	}
	var b strings.Builder
	for n := max(first, 1); n <= min(last, len(f.lines)); n++ {
		mark := ' '
		if n == line {
			mark = '>'
		}
		fmt.Fprintf(&b, "%c%5d %s\n", mark, n, f.lines[n-1])
	}
	return name, b.String()
}

func (s *source) read(file string) *sourceFile {
	f := &sourceFile{fset: token.NewFileSet()}
	path := filepath.FromSlash(file)
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.dir, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return f
	}
	f.lines = strings.Split(string(text), "\n")
	if syntax, err := parser.ParseFile(f.fset, path, text, parser.ParseComments|parser.SkipObjectResolution); err == nil {
		f.syntax = syntax
	}
	return f
}

// line is the line in the file itself, whatever //line directives say.
func (f *sourceFile) line(pos token.Pos) int { return f.fset.PositionFor(pos, false).Line }

func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	receiver := ast.Unparen(fn.Recv.List[0].Type)
	star := ""
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		star, receiver = "*", ast.Unparen(pointer.X)
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	typ := "?"
	if ident, ok := receiver.(*ast.Ident); ok {
		typ = ident.Name
	}
	if star != "" {
		return "(*" + typ + ")." + fn.Name.Name
	}
	return typ + "." + fn.Name.Name
}
