package ownership

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// Check reports the mistakes in one package. It knows apis and the built-in
// table, and fails if one of apis is not valid.
func Check(pass *analysis.Pass, apis []api.API) error {
	table, err := api.NewTable(apis)
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

// FactTypes returns the facts that Check exports for the packages that import
// the checked one.
func FactTypes() []analysis.Fact { return []analysis.Fact{(*fact)(nil)} }

// A checker checks one package.
type checker struct {
	pass      *analysis.Pass
	pkg       *ssa.Package
	table     *api.Table
	notes     *annotations
	functions map[*ssa.Function]*function
	summaries map[*ssa.Function]*summary // nil while it is being made
	relevant  map[*ssa.Function]bool     // they count references themselves
	asked     map[*ssa.Function]bool
	once      map[*ssa.Alloc]bool    // variables with one value only
	covered   map[*ssa.Function]bool // literals that were walked where they are called
	endless   map[*ssa.Function]bool // they never return
	pooled    map[types.Type]bool    // element types of pools, as far as this package shows
	callees   map[*ssa.Function][]*ssa.Function
	callers   map[*types.Func][]*ssa.CallCommon
	reported  map[findingKey]bool
	keeps     map[*types.Var]bool // slice fields whose capacity goes to the next owner
	sources   []*ssa.Function
}

// run checks all functions of the package.
func (c *checker) run() {
	c.findRelevant()
	resets := c.findResets()
	c.noteKept()
	for _, fn := range c.sources {
		if c.isRelevant(fn) && !c.covered[fn] {
			c.explore(fn)
		}
	}
	c.exportFacts()
	c.checkValues()
	c.checkResets(resets)
	c.notes.report(c.pass)
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

// explore walks a function, once, and reports what is wrong in it.
func (c *checker) explore(fn *ssa.Function) *summary {
	if s, done := c.summaries[fn]; done {
		return s
	}
	c.summaries[fn] = nil
	x := newExplorer(c, fn)
	st := x.begin()
	exits := x.walk(x.top, st)
	for i := range exits {
		x.endPath(&exits[i])
	}
	x.findParameterLeaks(exits)
	x.findRetainLeaks(exits)
	x.noteAlwaysLost(exits)
	x.findPoolLeaks(exits)
	s := x.summarize(exits)
	if object, ok := fn.Object().(*types.Func); ok {
		c.annotate(object, s)
	}
	c.summaries[fn] = s
	x.flush()
	return s
}

// releasable reports whether a pointer type has a method that releases it.
func (c *checker) releasable(t types.Type) bool {
	for _, name := range []string{"Release", "Free", "DecRef", "DecrRef", "DecrementReferenceCount"} {
		object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if fn, ok := object.(*types.Func); ok && c.tracks(fn) {
			return true
		}
	}
	return false
}

func (c *checker) global(name string) *ssa.Global {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil
	}
	pkg := c.pkg
	if name[:i] != c.pkg.Pkg.Path() {
		pkg = c.pkg.Prog.ImportedPackage(name[:i])
	}
	if pkg == nil {
		return nil
	}
	return pkg.Var(name[i+1:])
}

func (c *checker) exportFacts() {
	for object := range c.notes.byFunc {
		if c.pkg.Prog.FuncValue(object) == nil { // a method of an interface
			s := &summary{Outcomes: []outcome{{}}}
			c.annotate(object, s)
			c.pass.ExportObjectFact(object, &fact{*s})
		}
	}
	for _, fn := range c.sources {
		object, ok := fn.Object().(*types.Func)
		if !ok || object.Pkg() != c.pass.Pkg {
			continue
		}
		if s := c.summaries[fn]; s != nil && (!s.trivial() || c.relevant[fn]) {
			c.pass.ExportObjectFact(object, &fact{*s})
		}
	}
}

// file is the syntax that pos is in.
func (c *checker) file(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

func (c *checker) function(fn *ssa.Function) *function {
	f := c.functions[fn]
	if f == nil {
		f = newFunction(fn)
		c.functions[fn] = f
	}
	return f
}
