package ownership

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// A resetFunc is a function that readies objects for their next owner.
type resetFunc struct {
	fn   *ssa.Function
	pos  token.Pos // of its name, or of the word func
	name string
	of   *types.Named
}

// findResets lists the functions that reset what this package pools: what is
// given to a Pool as Reset, to the 2017 API, and the method Reset of the types
// that are pooled.
func (c *checker) findResets() []resetFunc {
	var all []resetFunc
	add := func(fn *ssa.Function, pos token.Pos, name string, of types.Type) {
		named, ok := types.Unalias(of).(*types.Named)
		if !ok || fn == nil || len(fn.Blocks) == 0 || len(fn.Params) == 0 || c.pkg.Endless(fn) {
			return
		}
		if !slices.ContainsFunc(all, func(r resetFunc) bool { return r.fn == fn }) {
			all = append(all, resetFunc{fn, pos, name, named})
		}
	}
	byExpr := func(e ast.Expr, of types.Type) {
		switch e := ast.Unparen(e).(type) {
		case *ast.FuncLit:
			for _, fn := range c.pkg.Sources {
				if fn.Syntax() == e {
					add(fn, e.Pos(), "this function", of)
				}
			}
		default:
			if fn, ok := c.usedFunc(e); ok && fn.Pkg() == c.pass.Pkg {
				add(c.pkg.Declared(fn), fn.Pos(), fn.Name(), of)
			}
		}
	}
	for _, file := range c.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				t, ok := types.Unalias(c.pass.TypesInfo.TypeOf(n)).(*types.Named)
				if !ok || !api.IsPool(t) || t.TypeArgs().Len() != 1 {
					return true
				}
				for _, element := range n.Elts {
					if kv, ok := element.(*ast.KeyValueExpr); ok {
						if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Reset" {
							byExpr(kv.Value, t.TypeArgs().At(0))
						}
					}
				}
			case *ast.AssignStmt:
				if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
					return true
				}
				if sel, ok := n.Lhs[0].(*ast.SelectorExpr); ok && sel.Sel.Name == "Reset" {
					if t, ok := types.Unalias(api.Deref(c.pass.TypesInfo.TypeOf(sel.X))).(*types.Named); ok && api.IsPool(t) && t.TypeArgs().Len() == 1 {
						byExpr(n.Rhs[0], t.TypeArgs().At(0))
					}
				}
			}
			return true
		})
	}
	for t := range c.pooled {
		named, ok := t.(*types.Named)
		if !ok || named.Obj().Pkg() != c.pass.Pkg {
			continue
		}
		object, index, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, c.pass.Pkg, "Reset")
		if fn, ok := object.(*types.Func); ok && len(index) == 1 && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 0 {
			add(c.pkg.Declared(fn.Origin()), fn.Pos(), "Reset", named)
		}
	}
	slices.SortFunc(all, func(a, b resetFunc) int { return int(a.pos - b.pos) })
	return all
}

func (c *checker) usedFunc(e ast.Expr) (*types.Func, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		fn, ok := c.pass.TypesInfo.Uses[e].(*types.Func)
		return fn, ok
	case *ast.SelectorExpr:
		fn, ok := c.pass.TypesInfo.Uses[e.Sel].(*types.Func)
		return fn, ok
	case *ast.IndexExpr:
		return c.usedFunc(e.X)
	}
	return nil, false
}

// noteReused finds the slice fields that are emptied and keep their capacity
// (x.f = x.f[:0]): what is loaded from them is memory of the next owner.
func (c *checker) noteReused() {
	for instr := range c.pkg.Instructions() {
		s, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		addr, ok := s.Addr.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		val := s.Val
		if call := code.BuiltinOf(val, "append"); call != nil { // it is filled at once
			val = call.Args[0]
		}
		if cut, ok := val.(*ssa.Slice); ok && code.IsConstZero(cut.High) {
			if load, ok := cut.X.(*ssa.UnOp); ok {
				if from, ok := load.X.(*ssa.FieldAddr); ok && from.Field == addr.Field && types.Identical(from.X.Type(), addr.X.Type()) {
					if v := code.FieldOf(addr); v != nil {
						c.reused[v] = true
					}
				}
			}
		}
	}
}

// checkResets reports resets that do not touch a field that the package writes.
func (c *checker) checkResets(resets []resetFunc) {
	for _, r := range resets {
		touched := &fieldSet{fields: map[string]bool{}}
		c.touches(r.fn, 0, "", touched, map[*ssa.Function]bool{})
		if touched.all {
			continue
		}
		written, made := c.writtenFields(r), c.madeFields()
		open := r.of.Obj().Exported() // other packages may write its fields
		var left []string
		leaves(r.of, c.pass.Pkg, "", func(path string, v *types.Var) {
			if !touched.has(path) && (written[v] || open && v.Exported() && !made[v]) {
				left = append(left, strings.TrimPrefix(path, "."))
			}
		})
		if len(left) == 0 {
			continue
		}
		_, end := c.reporter.Extent(r.pos)
		c.reporter.Report(r.pos, end, mistake.Unreset{Function: r.name, Type: r.of.Obj().Name(), Fields: left})
	}
}

// A fieldSet holds paths of fields, ".head.seq".
type fieldSet struct {
	all    bool
	fields map[string]bool
}

// has reports whether a field, what it is in, or a part of it that is no struct,
// was touched.
func (s *fieldSet) has(path string) bool {
	for p := path; p != ""; p = p[:strings.LastIndexByte(p, '.')] {
		if s.fields[p] {
			return true
		}
	}
	return false
}

// touches collects the fields that a function, given the object as parameter
// number i, may change.
func (c *checker) touches(fn *ssa.Function, i int, at string, set *fieldSet, busy map[*ssa.Function]bool) {
	if fn == nil || len(fn.Blocks) == 0 || i >= len(fn.Params) || busy[fn] {
		set.fields[at] = true
		set.all = set.all || at == ""
		return
	}
	busy[fn] = true
	defer delete(busy, fn)
	c.touchedBy(fn.Params[i], at, set, busy)
}

func (c *checker) touchedBy(v ssa.Value, at string, set *fieldSet, busy map[*ssa.Function]bool) {
	whole := func() {
		set.fields[at] = true
		set.all = set.all || at == ""
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if f := code.FieldOf(r); f != nil {
				c.touchedBy(r, at+"."+f.Name(), set, busy)
			}
		case *ssa.UnOp: // a load: what it leads to may be changed, not the field
			if r.Op == token.MUL && at != "" && usedByCall(r) {
				whole()
			}
		case *ssa.DebugRef, *ssa.BinOp, *ssa.If:
		case *ssa.TypeAssert:
			c.touchedBy(r, at, set, busy)
		case *ssa.Extract:
			c.touchedBy(r, at, set, busy)
		case *ssa.ChangeType:
			c.touchedBy(r, at, set, busy)
		case ssa.CallInstruction:
			common := r.Common()
			callee := common.StaticCallee()
			found := false
			for k, a := range common.Args {
				if a != v {
					continue
				}
				found = true
				if callee != nil && c.pkg.Has(callee) {
					c.touches(code.Generic(callee), k, at, set, busy)
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
		if v.Name() == "_" || isKept(u.Tag(i)) || isLock(v.Type()) {
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

func isKept(tag string) bool {
	option, _, _ := strings.Cut(reflect.StructTag(tag).Get("rcpool"), ",")
	return option == "keep"
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
func (c *checker) writtenFields(r resetFunc) map[*types.Var]bool {
	written := map[*types.Var]bool{}
	for _, fn := range c.pkg.Sources {
		if fn == r.fn || constructs(fn.Name()) {
			continue
		}
		for instr := range code.Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				if !freshBase(i.X) && changesField(i) {
					if v := code.FieldOf(i); v != nil {
						written[v] = true
					}
				}
			case *ssa.Store:
				if types.Identical(api.Deref(i.Addr.Type()), r.of) && !freshBase(i.Addr) && !code.IsZeroValue(i.Val) {
					leaves(r.of, c.pass.Pkg, "", func(_ string, v *types.Var) { written[v] = true })
				}
			}
		}
	}
	return written
}

// madeFields returns the fields that are written in fresh objects: a constructor
// may set them for good.
func (c *checker) madeFields() map[*types.Var]bool {
	made := map[*types.Var]bool{}
	for _, fn := range c.pkg.Sources {
		for instr := range code.Instructions(fn) {
			if i, ok := instr.(*ssa.FieldAddr); ok && (freshBase(i.X) || constructs(fn.Name())) && changesField(i) {
				made[code.FieldOf(i)] = true
			}
		}
	}
	return made
}

// freshBase reports whether an address is in memory that the function has just
// allocated.
func freshBase(v ssa.Value) bool {
	for {
		switch a := v.(type) {
		case *ssa.FieldAddr:
			v = a.X
		case *ssa.IndexAddr:
			v = a.X
		case *ssa.Alloc:
			return true
		default:
			return false
		}
	}
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
