package reset

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// Names are the identifiers of a generated method. They must not hide anything
// that the method needs.
type names struct {
	*source
	target *types.Named
	used   string // the receiver
}

func (s *source) namesFor(target *types.Named) *names { return &names{source: s, target: target} }

// receiver returns the receiver name of the other methods of the type, or v.
func (n *names) receiver() string {
	candidates := []string{"v", "r", "this"}
	for m := range n.target.Methods() {
		if name := m.Signature().Recv().Name(); name != "" && name != "_" {
			candidates = append([]string{name}, candidates...)
			break
		}
	}
	n.used = n.firstFree(candidates, "v")
	return n.used
}

// loop returns the variable of a loop at a depth of nesting.
func (n *names) loop(depth int) string {
	name := fmt.Sprint("i", depth)
	if depth < 3 {
		name = string("ijk"[depth])
	}
	return n.firstFree([]string{name}, name)
}

// firstFree returns the first name that hides nothing.
func (n *names) firstFree(candidates []string, stem string) string {
	for i := 2; ; i++ {
		for _, name := range candidates {
			if name != n.used && !n.taken(name) && !isParameter(n.target, name) {
				return name
			}
		}
		candidates = []string{fmt.Sprint(stem, "_", i)}
	}
}

// taken reports whether a name means something in the package, or may do so in
// the generated file.
func (s *source) taken(name string) bool {
	if s.Types.Scope().Lookup(name) != nil || types.Universe.Lookup(name) != nil {
		return true
	}
	for _, p := range s.imports {
		if p.Name() == name {
			return true
		}
	}
	return false
}

func isParameter(t *types.Named, name string) bool {
	for p := range t.TypeParams().TypeParams() {
		if p.Obj().Name() == name {
			return true
		}
	}
	return false
}

// unsafe returns the name under which package unsafe is imported.
func (n *names) unsafe() string { return n.importName(types.Unsafe) }

// spell returns the source text of a type, and imports what the text needs.
func (m *method) spell(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == m.Types {
			return ""
		}
		return m.importName(p)
	})
}

// importName imports a package under its own name, or one like it if that is
// taken.
func (s *source) importName(p *types.Package) string {
	if name := s.importNames[p.Path()]; name != "" {
		return name
	}
	free := func(name string) bool {
		for _, t := range s.targets {
			if isParameter(t, name) {
				return false
			}
		}
		for _, other := range s.importNames {
			if other == name {
				return false
			}
		}
		return s.Types.Scope().Lookup(name) == nil
	}
	name := p.Name()
	for i := 2; !free(name); i++ {
		name = fmt.Sprint(p.Name(), i)
	}
	if s.importNames == nil {
		s.importNames = map[string]string{}
	}
	s.importNames[p.Path()] = name
	return name
}

// hidden returns the builtins of a generated file that the package redeclares.
func (s *source) hidden(file *ast.File) []string {
	var found []string
	selected := map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			selected[n.Sel] = true
		case *ast.Ident:
			if selected[n] || types.Universe.Lookup(n.Name) == nil {
				break
			}
			hides := s.Types.Scope().Lookup(n.Name) != nil
			for _, t := range s.targets {
				hides = hides || isParameter(t, n.Name)
			}
			if hides && !strings.Contains(strings.Join(found, " "), n.Name) {
				found = append(found, n.Name)
			}
		}
		return true
	})
	return found
}
