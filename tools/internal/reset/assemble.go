package reset

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/types"
	"maps"
	gopath "path"
	"slices"
	"strconv"
	"strings"
)

// assemble returns the generated file with the methods.
func (s *source) assemble(methods []method, header string) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintln(&b, header)
	fmt.Fprintln(&b)
	line, err := s.buildLine(methods)
	if err != nil {
		return nil, err
	}
	if line != "" {
		fmt.Fprintf(&b, "%s\n\n", line)
	}
	fmt.Fprintf(&b, "package %s\n\n", s.Name)
	var imports []string
	for _, path := range slices.Sorted(maps.Keys(s.importNames)) {
		if name := s.importNames[path]; s.imports[path].Name() == name && name == gopath.Base(path) {
			imports = append(imports, strconv.Quote(path))
		} else {
			imports = append(imports, name+" "+strconv.Quote(path))
		}
	}
	switch len(imports) {
	case 0:
	case 1:
		fmt.Fprintf(&b, "import %s\n", imports[0])
	default:
		fmt.Fprintf(&b, "import (\n%s\n)\n", strings.Join(imports, "\n"))
	}
	for _, m := range methods {
		fmt.Fprintf(&b, "\n%s\nfunc (%s *%s) Reset() {\n%s}\n", m.doc(), m.receiver, receiverType(m.target), m.body.String())
	}
	source, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("the generated code is not valid Go; please report this: %w\n%s", err, b.Bytes())
	}
	return source, nil
}

func (m *method) doc() string {
	if !m.keeps {
		return fmt.Sprintf("// Reset clears %s for its next use.", m.receiver)
	}
	return fmt.Sprintf("// Reset clears %s for its next use, and keeps the capacity that it has.", m.receiver)
}

// receiverType returns the type with its parameters, such as Page[T].
func receiverType(t *types.Named) string {
	var parameters []string
	for p := range t.TypeParams().TypeParams() {
		parameters = append(parameters, p.Obj().Name())
	}
	if parameters == nil {
		return t.Obj().Name()
	}
	return t.Obj().Name() + "[" + strings.Join(parameters, ", ") + "]"
}

// buildLine returns the //go:build line, or "" if the types are in every build.
func (s *source) buildLine(methods []method) (string, error) {
	first := methods[0].target.Obj()
	x := s.constraints(first)
	for _, m := range methods[1:] {
		if other := s.constraints(m.target.Obj()); text(x) != text(other) {
			return "", fmt.Errorf("%s is built for %s, but %s for %s; generate them into different files with -output",
				first.Name(), text(x), m.target.Obj().Name(), text(other))
		}
	}
	if x == nil || text(x) == text(nameConstraints(s.output)) {
		return "", nil
	}
	return "//go:build " + x.String(), nil
}

// verify fails if the generated file adds errors to the package.
func (s *source) verify(f File) error {
	file, err := parser.ParseFile(s.Fset, f.Path, f.Source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if hidden := s.hidden(file); len(hidden) > 0 {
		return fmt.Errorf("package %s declares %s, which hides a builtin that Reset needs; rename it", s.Name, strings.Join(hidden, " and "))
	}
	others, err := parser.ParseFile(s.Fset, "the Resets that other directives will generate", s.others(), parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	var problems []error
	config := types.Config{
		Importer: imported(s.imports),
		Error: func(err error) {
			if e := (types.Error{}); !errors.As(err, &e) || e.Fset.Position(e.Pos).Filename == f.Path {
				problems = append(problems, err)
			}
		},
	}
	if s.Module != nil && s.Module.GoVersion != "" {
		config.GoVersion = "go" + s.Module.GoVersion
	}
	config.Check(s.Types.Path(), s.Fset, append([]*ast.File{file, others}, s.files...), nil) // its errors went to problems
	if problems != nil {
		return fmt.Errorf("the generated code does not type-check; please report this:\n%w\n%s", errors.Join(problems...), f.Source)
	}
	return nil
}

// others declares the methods that other directives of the package will generate
// and that do not exist yet.
func (s *source) others() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n", s.Name)
	for t := range s.promised {
		n := named(t.Type())
		isTarget := slices.Contains(s.targets, n)
		for m := range n.Methods() {
			isTarget = isTarget || m.Name() == "Reset"
		}
		if !isTarget {
			fmt.Fprintf(&b, "func (*%s) Reset() {}\n", receiverType(n))
		}
	}
	return b.Bytes()
}

// imported is an importer of packages that are already loaded.
type imported map[string]*types.Package

func (i imported) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not loaded", path)
}
