package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A source is the Go files of a module, by path, to be edited. Every edit names
// text that must be there, and remembers if it is not: see save.
type source struct {
	dir   string
	files map[string]string
	lost  []string // what an edit did not find
}

// load reads the Go files below dir.
func load(dir string) (*source, error) {
	s := &source{dir: dir, files: map[string]string{}}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		s.files[name] = string(text)
		return err
	})
	return s, err
}

// save writes the files back, unless an edit did not find its text.
func (s *source) save() error {
	if len(s.lost) > 0 {
		return fmt.Errorf("the source has changed, adapt the edits: %s", strings.Join(s.lost, "; "))
	}
	for name, text := range s.files {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// replace replaces text in a file, where it must occur n times.
func (s *source) replace(name string, n int, old, new string) {
	if found := strings.Count(s.files[name], old); found != n {
		s.lost = append(s.lost, fmt.Sprintf("%s has %q %d times, not %d", name, old, found, n))
		return
	}
	s.files[name] = strings.ReplaceAll(s.files[name], old, new)
}

// rewrite replaces what pattern matches in all files whose path matches glob.
// It must match somewhere; whether it matched all that it should have is for
// the compiler to say.
func (s *source) rewrite(glob, pattern, new string) {
	re, found := regexp.MustCompile(pattern), false
	for name, text := range s.files {
		if in, _ := path.Match(glob, name); !in || !re.MatchString(text) {
			continue
		}
		found = true
		s.files[name] = re.ReplaceAllString(text, new)
	}
	if !found {
		s.lost = append(s.lost, fmt.Sprintf("nothing matches %s in %s", pattern, glob))
	}
}

// within edits the function of that name, or Type.method, and nothing else of
// the file.
func (s *source) within(name, function string, edit func(*source)) {
	s.declaration(name, function, func(text string) string {
		part := &source{files: map[string]string{name: text}}
		edit(part)
		for _, lost := range part.lost {
			s.lost = append(s.lost, function+": "+lost)
		}
		return part.files[name]
	})
}

// drop removes a function, or a variable.
func (s *source) drop(name, declared string) {
	s.declaration(name, declared, func(string) string { return "" })
}

func (s *source) declaration(name, declared string, edit func(string) string) {
	text, set := s.files[name], token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, 0)
	if err != nil {
		s.lost = append(s.lost, err.Error())
		return
	}
	for _, d := range file.Decls {
		if nameOf(d) == declared {
			from, to := set.Position(d.Pos()).Offset, set.Position(d.End()).Offset
			s.files[name] = text[:from] + edit(text[from:to]) + text[to:]
			return
		}
	}
	s.lost = append(s.lost, fmt.Sprintf("%s does not declare %s", name, declared))
}

// nameOf is f of a function, T.f of a method, and v of the variable v.
func nameOf(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		receiver := d.Recv.List[0].Type
		if pointer, ok := receiver.(*ast.StarExpr); ok {
			receiver = pointer.X
		}
		if of, ok := receiver.(*ast.Ident); ok {
			return of.Name + "." + d.Name.Name
		}
	case *ast.GenDecl:
		if v, ok := d.Specs[0].(*ast.ValueSpec); ok && len(d.Specs) == 1 {
			return v.Names[0].Name
		}
	}
	return ""
}
