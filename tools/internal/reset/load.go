package reset

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A source is the package that the Reset methods are for.
type source struct {
	*packages.Package
	dir         string
	output      string // absolute
	files       []*ast.File
	imports     map[string]*types.Package // by path
	importNames map[string]string         // of the generated file, by path
	targets     []*types.Named
	promised    map[*types.TypeName]bool // types that have a Reset, or will have one
	hints       []error                  // errors of the package, which may explain why a field has no type
}

// load reads the package without its generated file.
func load(ctx context.Context, c Config) (*source, error) {
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", c.Dir)
	}
	s := &source{dir: dir}
	// The name of the output can depend on where the type is declared, which
	// is known only when the package is loaded.
	if s.output = c.Output; s.output == "" {
		s.output = defaultOutput(dir, c.Types[0], c.Tags)
	}
	if err := s.placeOutput(); err != nil {
		return nil, err
	}
	if err := s.read(ctx, c); err != nil {
		return nil, err
	}
	return s, s.find(c.Types)
}

// defaultOutput returns the name of the generated file. If the declaring file is
// for one system, as event_linux.go is, the name has the same ending.
func defaultOutput(dir, name, tags string) string {
	system := ""
	for _, path := range goFiles(dir) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if file == nil || err != nil {
			continue
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && declares(d, name) && matches(path, tags) {
				system = suffix(path)
			}
		}
	}
	return strings.ToLower(name) + "_reset" + system + ".go"
}

func declares(d *ast.GenDecl, name string) bool {
	return slices.ContainsFunc(d.Specs, func(s ast.Spec) bool {
		t, ok := s.(*ast.TypeSpec)
		return ok && t.Name.Name == name
	})
}

// goFiles returns the Go files of a directory that are not tests.
func goFiles(dir string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go")) // fails for bad patterns only
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

// placeOutput makes the path of the output absolute.
func (s *source) placeOutput() error {
	output := s.output
	if output == filepath.Base(output) {
		s.output = filepath.Join(s.dir, output)
	} else if path, err := filepath.Abs(output); err == nil {
		s.output = path
	}
	if filepath.Dir(s.output) != s.dir {
		return fmt.Errorf("the output %s is not in the directory of the package; a method must be in the package of its type", output)
	}
	if !strings.HasSuffix(output, ".go") || strings.HasSuffix(output, "_test.go") {
		return fmt.Errorf("the output %s must end in .go, and not in _test.go", output)
	}
	if old, err := os.ReadFile(s.output); err == nil && !generated(old) {
		return fmt.Errorf("%s exists and was not written by rcgen; remove it, or choose another name with -output", s.output)
	}
	return nil
}

func (s *source) read(ctx context.Context, c Config) error {
	config := &packages.Config{
		Context: ctx,
		Mode:    packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedModule,
		Dir:     s.dir,
		Fset:    token.NewFileSet(),
	}
	if c.Tags != "" {
		config.BuildFlags = []string{"-tags=" + c.Tags}
	}
	if _, err := os.Stat(s.output); err == nil {
		if name := packageName(s.dir, s.output, c.Tags); name != "" {
			config.Overlay = map[string][]byte{s.output: []byte("package " + name + "\n")}
		}
	}
	loaded, err := packages.Load(config, ".")
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(loaded) != 1 {
		return fmt.Errorf("no package in %s; is it in a module?", s.dir)
	}
	s.Package = loaded[0]
	var broken []error
	for _, e := range s.Errors {
		switch {
		case e.Kind == packages.ParseError || len(s.Syntax) == 0:
			broken = append(broken, errors.New(strings.TrimPrefix(e.Error(), "-: ")))
		case e.Kind == packages.TypeError:
			s.hints = append(s.hints, e)
		}
	}
	if broken != nil {
		return errors.Join(broken...)
	}
	if s.Types == nil || len(s.Syntax) == 0 {
		return fmt.Errorf("no Go files in %s", s.dir)
	}
	if m := s.Module; m != nil && m.GoVersion != "" && version.Compare("go"+m.GoVersion, "go1.21") < 0 {
		return fmt.Errorf("a generated Reset needs go 1.21 for the builtin clear, but the go.mod of %s says go %s; raise it", m.Path, m.GoVersion)
	}
	s.imports = map[string]*types.Package{"unsafe": types.Unsafe}
	for path, p := range s.Imports {
		if p.Types != nil {
			s.imports[path] = p.Types
		}
	}
	for _, file := range s.Syntax {
		if s.Fset.Position(file.FileStart).Filename != s.output {
			s.files = append(s.files, file)
		}
	}
	return nil
}

// packageName returns the name of the package in a directory. It prefers files
// that are not generated.
func packageName(dir, output, tags string) string {
	files := slices.DeleteFunc(goFiles(dir), func(f string) bool { return f == output })
	for _, path := range append(files, output) {
		if file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly); err == nil && (path == output || matches(path, tags)) {
			return file.Name.Name
		}
	}
	return ""
}

// find looks up the types, and the types that have a Reset or will have one.
func (s *source) find(names []string) error {
	var problems []error
	for i, name := range names {
		t, err := s.target(name)
		switch {
		case err != nil:
			problems = append(problems, err)
		case slices.Contains(names[:i], name):
			problems = append(problems, fmt.Errorf("type %s is named twice", name))
		default:
			s.targets = append(s.targets, t)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	s.promised = map[*types.TypeName]bool{}
	for _, t := range s.targets {
		s.promised[t.Obj()] = true
	}
	for _, file := range s.files {
		source, err := os.ReadFile(s.Fset.Position(file.FileStart).Filename)
		if err != nil {
			return err
		}
		for _, name := range promised(Directives(source)) {
			if t, ok := s.Types.Scope().Lookup(name).(*types.TypeName); ok && !t.IsAlias() {
				s.promised[t] = true
			}
		}
	}
	return nil
}

// target returns the type of that name. It fails if the type cannot have a Reset.
func (s *source) target(name string) (*types.Named, error) {
	object := s.Types.Scope().Lookup(name)
	if object == nil {
		return nil, s.unknown(name)
	}
	refuse := func(why string, args ...any) (*types.Named, error) {
		return nil, problem{s.Fset.Position(object.Pos()), name, fmt.Sprintf(why, args...)}
	}
	t, ok := object.(*types.TypeName)
	switch {
	case !ok:
		return refuse("is not a type")
	case t.IsAlias():
		return refuse("is an alias; generate the Reset for %s instead", types.TypeString(types.Unalias(t.Type()), types.RelativeTo(s.Types)))
	}
	n := named(t.Type())
	switch u := n.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() == "Reset" {
				return refuse("has a field named Reset, so it cannot have a method of that name; rename the field")
			}
		}
	case *types.Slice, *types.Map, *types.Array:
	case *types.Interface, *types.Pointer:
		return refuse("is %s, which cannot have methods", kind(u))
	default:
		if u == types.Typ[types.Invalid] {
			return nil, errors.Join(append([]error{problem{s.Fset.Position(object.Pos()), name, "does not type-check"}}, s.hints...)...)
		}
		return refuse("is %s, which has nothing to keep; assign its zero value instead", kind(u))
	}
	for m := range n.Methods() {
		if m.Name() == "Reset" {
			at := s.Fset.Position(m.Pos())
			if source, err := os.ReadFile(at.Filename); err == nil && generated(source) {
				return refuse("has a Reset that rcgen wrote to %s; remove that file, or name it with -output", filepath.Base(at.Filename))
			}
			return refuse("already has a method Reset, at %s; remove the method, or leave the type out of -type", at)
		}
	}
	return n, nil
}

// unknown returns an error that says where a missing type may be.
func (s *source) unknown(name string) error {
	fset := token.NewFileSet()
	elsewhere := func(path string) bool {
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		return err == nil && slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
			g, ok := d.(*ast.GenDecl)
			return ok && declares(g, name)
		})
	}
	for _, path := range s.IgnoredFiles {
		if strings.HasSuffix(path, ".go") && elsewhere(path) {
			return fmt.Errorf("type %s is declared in %s, which is not part of this build; set its build tags with -tags, or its system with GOOS and GOARCH", name, filepath.Base(path))
		}
	}
	tests, _ := filepath.Glob(filepath.Join(s.dir, "*_test.go")) // fails for bad patterns only
	if i := slices.IndexFunc(tests, elsewhere); i >= 0 {
		return fmt.Errorf("type %s is declared in the test file %s, which rcgen does not support; move it to another file", name, filepath.Base(tests[i]))
	}
	var structs []string
	for _, other := range s.Types.Scope().Names() {
		if t, ok := s.Types.Scope().Lookup(other).(*types.TypeName); ok {
			if _, ok := t.Type().Underlying().(*types.Struct); ok {
				structs = append(structs, other)
			}
		}
	}
	hint := "it declares no struct"
	if meant := nearest(name, structs); meant != "" {
		hint = "did you mean " + meant + "?"
	} else if len(structs) > 0 {
		hint = "it declares the structs " + strings.Join(structs[:min(10, len(structs))], ", ")
	}
	return fmt.Errorf("no type %s in package %s: %s", name, s.Name, hint)
}

// constraints returns the build constraints of the file that declares a type, or
// nil if there are none.
func (s *source) constraints(t *types.TypeName) constraint.Expr {
	for _, file := range s.files {
		if file.FileStart <= t.Pos() && t.Pos() < file.FileEnd {
			return constraints(s.Fset.Position(file.FileStart).Filename, file)
		}
	}
	return nil
}
