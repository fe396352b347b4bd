// Package ownership finds mistakes in the counting of references before they
// run: references that leak, are released twice, or are used after their
// release; borrowed objects that escape; resets that forget a field. It knows
// rcpool's typed references, and by a table what others count and pool:
// sync.Pool, Arrow, gRPC's mem, fasthttp and more.
//
// The rule that it checks is rcpool's: a Ref is owned, a *T is borrowed. A
// report is about a path that can be taken, and says which. When the analyzer
// is not sure, it says nothing.
package ownership

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// FactTypes returns the facts that Check exports for the packages that import
// the checked one.
func FactTypes() []analysis.Fact { return []analysis.Fact{(*fact)(nil)} }

// Check reports the mistakes in one package. It knows apis and the built-in
// table, and fails if one of apis is not valid.
func Check(pass *analysis.Pass, apis []API) error {
	table, err := newTable(apis)
	if err != nil {
		return err
	}
	notes := readAnnotations(pass)
	c := &checker{
		pass: pass, table: table, notes: notes,
		functions: map[*ssa.Function]*function{}, summaries: map[*ssa.Function]*summary{}, relevant: map[*ssa.Function]bool{},
		asked: map[*ssa.Function]bool{}, endless: map[*ssa.Function]bool{}, covered: map[*ssa.Function]bool{}, once: map[*ssa.Alloc]bool{}, pooled: map[types.Type]bool{}, callees: map[*ssa.Function][]*ssa.Function{},
		callers: map[*types.Func][]*ssa.CallCommon{}, reported: map[findingKey]bool{}, keeps: map[*types.Var]bool{},
	}
	if !c.concerned() {
		notes.report(pass)
		return nil
	}
	c.build()
	c.run()
	return nil
}

// concerned says whether anything that the table knows is used in the package.
// Packages of which that is not true, nearly all, cost no more than this.
func (c *checker) concerned() bool {
	if c.notes.any() {
		return true
	}
	seen := map[*types.Func]bool{}
	for _, object := range c.pass.TypesInfo.Uses {
		if t, ok := object.(*types.TypeName); ok && t.Pkg() != nil && t.Pkg().Path() == rcpoolPath {
			return true
		}
		fn, ok := object.(*types.Func)
		if !ok || seen[fn] {
			continue
		}
		seen[fn] = true
		if c.tracks(fn) || fn.Pkg() != c.pass.Pkg && c.hasFact(fn) {
			return true
		}
		for v := range fn.Signature().Results().Variables() {
			if isRef(v.Type()) {
				return true
			}
		}
	}
	return false
}

// build makes the package's SSA form, as buildssa does, but only for packages
// that need it.
func (c *checker) build() {
	prog := ssa.NewProgram(c.pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(neverReturns)
	for _, p := range c.pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	c.pkg = prog.CreatePackage(c.pass.Pkg, c.pass.Files, c.pass.TypesInfo, false)
	c.pkg.Build()
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		c.sources = append(c.sources, fn)
		for _, anonymous := range fn.AnonFuncs {
			add(anonymous)
		}
	}
	for _, file := range c.pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if object, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					if fn := prog.FuncValue(object); fn != nil {
						add(fn)
					}
				}
			}
		}
	}
	if init := c.pkg.Func("init"); init != nil { // literals in package variables
		for _, anonymous := range init.AnonFuncs {
			add(anonymous)
		}
	}
}
