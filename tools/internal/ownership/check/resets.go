package check

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
)

// A resetFunc is a function that readies objects for their next owner.
type resetFunc struct {
	fn   *ssa.Function
	pos  token.Pos // of its name, or of the word func
	name string
	of   *types.Named
}

// resetFuncs are the functions that reset what a package pools: what is given to a Pool
// as Reset, to the 2017 API, and the method Reset of the types that are pooled.
type resetFuncs struct {
	*Package
	all []resetFunc
}

// findResets returns them in the order of their positions.
func (p *Package) findResets() []resetFunc {
	r := resetFuncs{Package: p}
	for _, file := range p.Pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				r.inLiteral(n)
			case *ast.AssignStmt:
				r.inAssignment(n)
			}
			return true
		})
	}
	byName := func(a, b types.Type) int { return cmp.Compare(a.String(), b.String()) }
	for _, t := range slices.SortedFunc(maps.Keys(api.Pooled(p.Pass.TypesInfo)), byName) {
		r.ofType(t)
	}
	slices.SortStableFunc(r.all, func(a, b resetFunc) int { return int(a.pos - b.pos) })
	return r.all
}

// inLiteral adds the function that a literal of a Pool has as Reset.
func (r *resetFuncs) inLiteral(literal *ast.CompositeLit) {
	of := pooledBy(r.Pass.TypesInfo.TypeOf(literal))
	if of == nil {
		return
	}
	for _, element := range literal.Elts {
		if kv, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Reset" {
				r.addExpr(kv.Value, of)
			}
		}
	}
}

// inAssignment adds the function that is assigned to the field Reset of a Pool.
func (r *resetFuncs) inAssignment(n *ast.AssignStmt) {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
		return
	}
	if sel, ok := n.Lhs[0].(*ast.SelectorExpr); ok && sel.Sel.Name == "Reset" {
		if of := pooledBy(api.Deref(r.Pass.TypesInfo.TypeOf(sel.X))); of != nil {
			r.addExpr(n.Rhs[0], of)
		}
	}
}

// ofType adds the method Reset of a type that is pooled.
func (r *resetFuncs) ofType(t types.Type) {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() != r.Pass.Pkg {
		return
	}
	object, index, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, r.Pass.Pkg, "Reset")
	if fn, ok := object.(*types.Func); ok && len(index) == 1 && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 0 {
		r.add(r.Code.Declared(fn.Origin()), fn.Pos(), "Reset", named)
	}
}

// pooledBy returns the type of the objects of a Pool, or nil if a type is not a Pool.
func pooledBy(t types.Type) types.Type {
	pool, ok := types.Unalias(t).(*types.Named)
	if !ok || !api.IsPool(pool) || pool.TypeArgs().Len() != 1 {
		return nil
	}
	return pool.TypeArgs().At(0)
}

// addExpr adds the function of this package that an expression is, if it is one.
func (r *resetFuncs) addExpr(e ast.Expr, of types.Type) {
	literal, ok := ast.Unparen(e).(*ast.FuncLit)
	if !ok {
		if fn, ok := r.usedFunc(e); ok && fn.Pkg() == r.Pass.Pkg {
			r.add(r.Code.Declared(fn), fn.Pos(), fn.Name(), of)
		}
		return
	}
	for _, fn := range r.Code.Sources {
		if fn.Syntax() == literal {
			r.add(fn, literal.Pos(), "this function", of)
		}
	}
}

func (r *resetFuncs) add(fn *ssa.Function, pos token.Pos, name string, of types.Type) {
	named, ok := types.Unalias(of).(*types.Named)
	if !ok || fn == nil || len(fn.Blocks) == 0 || len(fn.Params) == 0 || r.Code.Endless(fn) {
		return
	}
	if !slices.ContainsFunc(r.all, func(other resetFunc) bool { return other.fn == fn }) {
		r.all = append(r.all, resetFunc{fn, pos, name, named})
	}
}

func (p *Package) usedFunc(e ast.Expr) (*types.Func, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		fn, ok := p.Pass.TypesInfo.Uses[e].(*types.Func)
		return fn, ok
	case *ast.SelectorExpr:
		fn, ok := p.Pass.TypesInfo.Uses[e.Sel].(*types.Func)
		return fn, ok
	case *ast.IndexExpr:
		return p.usedFunc(e.X)
	}
	return nil, false
}

// checkResets reports resets that do not touch a field that the package writes.
func (p *Package) checkResets() {
	for _, r := range p.findResets() {
		touched := &fieldSet{fields: map[string]bool{}}
		p.touches(r.fn, 0, "", touched, map[*ssa.Function]bool{})
		if touched.all {
			continue
		}
		written, made, decoded := p.writtenFields(r), p.madeFields(), p.decodedFields(r)
		open := r.of.Obj().Exported() // other packages may write its fields
		var left []string
		leaves(r.of, p.Pass.Pkg, "", func(path string, v *types.Var) {
			if !touched.has(path) && (written[v] || decoded[v] || open && v.Exported() && !made[v]) {
				left = append(left, strings.TrimPrefix(path, "."))
			}
		})
		if len(left) == 0 {
			continue
		}
		_, end := p.Reporter.Extent(r.pos)
		p.Reporter.Report(r.pos, end, mistake.Unreset{Function: r.name, Type: r.of.Obj().Name(), Fields: left})
	}
}

// A fieldSet holds paths of fields, ".head.seq".
type fieldSet struct {
	all    bool
	fields map[string]bool
}

// has reports whether a field, what it is in, or a part of it was touched. Only structs of other
// packages have parts here: which of them matter is theirs to know.
func (s *fieldSet) has(path string) bool {
	for p := path; p != ""; p = p[:strings.LastIndexByte(p, '.')] {
		if s.fields[p] {
			return true
		}
	}
	for touched := range s.fields {
		if strings.HasPrefix(touched, path+".") {
			return true
		}
	}
	return false
}

// touches collects the fields that a function, given the object as parameter
// number i, may change.
func (p *Package) touches(fn *ssa.Function, i int, at string, set *fieldSet, busy map[*ssa.Function]bool) {
	if fn == nil || len(fn.Blocks) == 0 || i >= len(fn.Params) || busy[fn] {
		set.fields[at] = true
		set.all = set.all || at == ""
		return
	}
	busy[fn] = true
	defer delete(busy, fn)
	p.touchedBy(fn.Params[i], at, set, busy)
}

func (p *Package) touchedBy(v ssa.Value, at string, set *fieldSet, busy map[*ssa.Function]bool) {
	whole := func() {
		set.fields[at] = true
		set.all = set.all || at == ""
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if f := code.FieldOf(r); f != nil {
				p.touchedBy(r, at+"."+f.Name(), set, busy)
			}
		case *ssa.UnOp: // a load: what it leads to may be changed, not the field
			if r.Op == token.MUL && at != "" && usedByCall(r) {
				whole()
			}
		case *ssa.DebugRef, *ssa.BinOp, *ssa.If:
		case *ssa.TypeAssert:
			p.touchedBy(r, at, set, busy)
		case *ssa.Extract:
			p.touchedBy(r, at, set, busy)
		case *ssa.ChangeType:
			p.touchedBy(r, at, set, busy)
		case ssa.CallInstruction:
			common := r.Common()
			callee := common.StaticCallee()
			found := false
			for k, a := range common.Args {
				if a != v {
					continue
				}
				found = true
				if callee != nil && p.Code.Has(callee) {
					p.touches(code.Generic(callee), k, at, set, busy)
				} else {
					whole()
				}
			}
			if !found {
				whole()
			}
		default: // stored to, captured, indexed, merged with something else
			whole()
		}
	}
}

func usedByCall(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case ssa.CallInstruction:
			switch code.Builtin(r.Common()) {
			case "", "delete":
				return true
			case "clear":
				if _, isMap := v.Type().Underlying().(*types.Map); isMap {
					return true
				}
			}
		case *ssa.MapUpdate, *ssa.MakeInterface, *ssa.Phi, *ssa.Store:
			return true
		}
	}
	return false
}

// leaves calls f with the fields of a struct, and with those of structs in it
// that this package defines. Fields that no reset has to touch are left out.
func leaves(t types.Type, pkg *types.Package, path string, f func(path string, v *types.Var)) {
	u, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range u.NumFields() {
		v := u.Field(i)
		if v.Name() == "_" || api.IsKept(u.Tag(i)) || isLock(v.Type()) {
			continue
		}
		_, isStruct := v.Type().Underlying().(*types.Struct)
		named, isNamed := types.Unalias(v.Type()).(*types.Named)
		if isStruct && (!isNamed || named.Obj().Pkg() == pkg) && len(path) < 60 {
			leaves(v.Type(), pkg, path+"."+v.Name(), f)
			continue
		}
		f(path+"."+v.Name(), v)
	}
}

func isLock(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() {
	case "sync":
		return true
	case api.Path + "/classic":
		return n.Obj().Name() == "ReferenceCounter"
	}
	return strings.EqualFold(n.Obj().Name(), "noCopy")
}

// writtenFields returns the fields that the package writes. It leaves out fields
// that only a reset or the constructor of a fresh object writes.
func (p *Package) writtenFields(r resetFunc) map[*types.Var]bool {
	written := map[*types.Var]bool{}
	for _, fn := range p.Code.Sources {
		if fn == r.fn || naming.Constructs(fn.Name()) {
			continue
		}
		for instr := range code.Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				if code.AllocOf(i.X) == nil && changesField(i) {
					if v := code.FieldOf(i); v != nil {
						written[v] = true
					}
				}
			case *ssa.Store:
				if types.Identical(api.Deref(i.Addr.Type()), r.of) && code.AllocOf(i.Addr) == nil && !code.IsZeroValue(i.Val) {
					leaves(r.of, p.Pass.Pkg, "", func(_ string, v *types.Var) { written[v] = true })
				}
			}
		}
	}
	return written
}

// madeFields returns the fields that are written in fresh objects: a constructor
// may set them for good.
func (p *Package) madeFields() map[*types.Var]bool {
	made := map[*types.Var]bool{}
	for _, fn := range p.Code.Sources {
		for instr := range code.Instructions(fn) {
			if i, ok := instr.(*ssa.FieldAddr); ok && (code.AllocOf(i.X) != nil || naming.Constructs(fn.Name())) && changesField(i) {
				made[code.FieldOf(i)] = true
			}
		}
	}
	return made
}

// changesField reports whether a field is written through its address.
func changesField(a *ssa.FieldAddr) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == a && !code.IsZeroValue(r.Val) {
				return true
			}
		case *ssa.IndexAddr:
			for _, use := range *r.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == r {
					return true
				}
			}
		case *ssa.Slice:
			return true
		case *ssa.UnOp:
			for _, use := range *r.Referrers() {
				if m, ok := use.(*ssa.MapUpdate); ok && m.Map == r {
					return true
				}
			}
		case ssa.CallInstruction:
			return true
		}
	}
	return false
}
