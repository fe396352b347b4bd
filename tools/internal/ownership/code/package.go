package code

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A Package is the code of one package, as SSA. It is not safe for concurrent use.
type Package struct {
	SSA     *ssa.Package
	Types   *types.Package
	Sources []*ssa.Function // all that are written in the package, literals after what is around them

	instructions []ssa.Instruction // of Sources; nil until they are asked for
	retained     map[string]bool   // the families of which it retains objects; nil until they are asked for

	functions map[*ssa.Function]*Function
	once      map[*ssa.Alloc]bool            // variables with one value only
	endless   map[*ssa.Function]bool         // they never return
	waits     map[*ssa.Function]bool         // they may wait for goroutines
	emptied   []types.Type                   // nil until it is asked for
	removals  map[any][]*ssa.Function        // from a map in a field or a global variable: the functions that delete from it
	assigners map[*types.Var][]*ssa.Function // fields: the functions that assign them something else, see AssignsElsewhere
	counters  map[*types.Var]bool            // fields that are counted down with sync/atomic; nil until they are asked for
	made      madeErrors                     // nil until they are asked for
	given     releasedFields                 // nothing until they are asked for
	calls     *callGraph                     // nil until it is asked for
	reused    map[*types.Var]bool            // slice fields whose memory goes to the next owner; nil until they are asked for
	values    map[*types.Func]bool           // functions that are used other than by calling them; nil until they are asked for
	usedAs    []*ssa.Function                // these, and literals
	released  map[any]bool                   // maps that references are taken out of and released, by where they are kept; nil until they are asked for
	touches   map[*ssa.Function]*Touches     // what they and the functions that they call change
	owns      map[*ssa.Function]*own         // what they change themselves
	flags     map[*types.Var]*flag           // nil until they are asked for
	dynamic   map[*ssa.Function]bool         // they may call functions that they are given; nil until they are asked for
	held      map[any]*heldFunction          // fields and global variables of function types; nil until they are asked for
	methods   map[string][]*ssa.Function     // that are written here, by name; nil until they are asked for
	harmless  map[*ssa.Function]bool         // they change no memory but their own; nil until they are asked for
	assumed   []*ssa.Function                // harmless, while that is being found out
	weak      map[any]bool                   // fields and global variables that may hold references without owning them; nil until they are asked for
	asserted  []types.Type                   // that are taken out of interfaces; nil until they are asked for
	takeOuts  map[*ssa.Function]*takeOuts    // what calls may take out of containers; nil until they are asked for
	down      map[*types.Var]bool            // fields that are counted down, with sync/atomic or not; nil until they are asked for
	pointers  map[any]bool                   // fields and global variables of pointers, and whether all that they hold was made for them; nil until they are asked for
	set       map[*types.Var]bool            // fields that are assigned something; nil until they are asked for
	together  map[[2]*types.Var]bool         // fields that are assigned together; nil until they are asked for
	fieldUses map[*types.Var]*fieldUses      // by field; nil until they are asked for

	fieldPools    map[*types.Var]*fieldPool        // nil until they are asked for
	parametersPut map[*ssa.Function]*ssa.Parameter // whose memory the functions put into a pool, see IsReused
}

// Build makes the SSA form of a package, as the pass buildssa does, but only for
// packages that need it.
func Build(pass *analysis.Pass) *Package {
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(NeverReturns)
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	p := &Package{
		SSA: prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false), Types: pass.Pkg,
		functions: map[*ssa.Function]*Function{}, once: map[*ssa.Alloc]bool{}, endless: map[*ssa.Function]bool{},
		waits: map[*ssa.Function]bool{}, touches: map[*ssa.Function]*Touches{}, owns: map[*ssa.Function]*own{},
	}
	p.SSA.Build()
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if object, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					if fn := prog.FuncValue(object); fn != nil {
						p.add(fn)
					}
				}
			}
		}
	}
	if init := p.SSA.Func("init"); init != nil { // literals in package variables
		for _, literal := range init.AnonFuncs {
			p.add(literal)
		}
	}
	return p
}

func (p *Package) add(fn *ssa.Function) {
	p.Sources = append(p.Sources, fn)
	for _, literal := range fn.AnonFuncs {
		p.add(literal)
	}
}

// Function returns what a walk asks of a function's code.
func (p *Package) Function(fn *ssa.Function) *Function {
	f := p.functions[fn]
	if f == nil {
		f = newFunction(fn)
		p.functions[fn] = f
	}
	return f
}

// Has reports whether the body of a function is in this package.
func (p *Package) Has(fn *ssa.Function) bool { return fn.Pkg == p.SSA && len(fn.Blocks) > 0 }

// Declared returns the function of an object, or nil if its package was not
// loaded.
func (p *Package) Declared(fn *types.Func) *ssa.Function { return p.SSA.Prog.FuncValue(fn) }

// Global returns a global variable by its import path and name, or nil.
func (p *Package) Global(name string) *ssa.Global {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil
	}
	pkg := p.SSA
	if name[:i] != p.Types.Path() {
		pkg = p.SSA.Prog.ImportedPackage(name[:i])
	}
	if pkg == nil {
		return nil
	}
	return pkg.Var(name[i+1:])
}

// Method returns the method that a call of an interface's method calls if t is in
// the interface, or nil if it is promoted or not in the program.
func (p *Package) Method(t types.Type, method *types.Func) *ssa.Function {
	selection := types.NewMethodSet(t).Lookup(method.Pkg(), method.Name())
	if selection == nil || len(selection.Index()) > 1 {
		return nil
	}
	object, ok := selection.Obj().(*types.Func)
	if !ok {
		return nil
	}
	return p.Declared(object.Origin())
}
