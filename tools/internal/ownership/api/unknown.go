package api

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// CheckNames fails if an API of the configuration that describes the package names a
// function or a field which the package does not have. Of a package that was imported,
// only what is exported is known.
func (t *Table) CheckNames(pkg *types.Package, all bool) error {
	for _, f := range t.families {
		if !f.configured || f.Package != pkg.Path() {
			continue
		}
		for _, p := range f.patterns {
			known := all || token.IsExported(p.name) && (p.typed == "" || token.IsExported(p.typed))
			if known && !strings.Contains(p.name+p.typed, "*") && !p.isIn(pkg) {
				return fmt.Errorf("rcvet configuration: package %s has no %s", pkg.Path(), p)
			}
		}
	}
	return nil
}

// isIn reports whether a pattern without a * names something in a package.
func (p pattern) isIn(pkg *types.Package) bool {
	if p.typed == "" {
		_, ok := pkg.Scope().Lookup(p.name).(*types.Func)
		return ok
	}
	named, ok := pkg.Scope().Lookup(p.typed).(*types.TypeName)
	if !ok {
		return false
	}
	object, _, _ := types.LookupFieldOrMethod(named.Type(), true, pkg, p.name)
	return object != nil
}

// String returns the name in the pattern as it is written for a method or a function.
func (p pattern) String() string {
	if p.typed == "" {
		return "function " + p.name
	}
	return "method or field " + p.typed + "." + p.name
}
