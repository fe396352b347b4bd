package ownership

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// This file follows protocols through fields. One method begins something with the writer in a
// field, and another one releases the writer: no walk of a function sees both. If nothing that can
// get at the field finishes what was begun, then each release there comes too early.

// A fieldCourse is what the package does with the object in a field.
type fieldCourse struct {
	field   *types.Var
	uses    []*ssa.FieldAddr
	unclear bool // there may be others
}

// checkFieldCourses reports the releases of objects in fields that break a protocol.
func (c *checker) checkFieldCourses() {
	about := protocolsOf{}
	for _, f := range c.fieldCourses(about) {
		if f.unclear {
			continue
		}
		for _, p := range about.objects(objectIn(f.field.Type())) {
			b := &bodyStep{courses: &courses{pkg: c.pkg, table: c.table}, protocol: p, seen: map[ssa.Value]bool{}, home: f.isHome}
			for _, at := range f.uses {
				b.field(at)
			}
			if b.step != fate.Pending {
				continue
			}
			for _, release := range b.releases {
				c.reporter.ReportAt(release.Pos(), mistake.Broken{Protocol: p, Field: f.field.Name()}, mistake.Place{Pos: b.begun, Text: string(mistake.Begun)})
			}
		}
	}
}

// fieldCourses lists the fields of this package with objects that a protocol is about, in the order
// of the code.
func (c *checker) fieldCourses(about protocolsOf) (all []*fieldCourse) {
	known := map[*types.Var]*fieldCourse{} // nil for a field that no protocol is about
	of := func(field *types.Var) *fieldCourse {
		f, asked := known[field]
		if !asked && field.Pkg() == c.pkg.Types && len(about.objects(objectIn(field.Type()))) > 0 {
			f = &fieldCourse{field: field, unclear: field.Embedded()}
			all = append(all, f)
		}
		known[field] = f
		return f
	}
	for instr := range c.pkg.Instructions() {
		switch at := instr.(type) {
		case *ssa.FieldAddr:
			if f := of(code.FieldOf(at).Origin()); f != nil {
				f.uses = append(f.uses, at)
				f.unclear = f.unclear || isOpenField(c.pkg, at)
			}
		case *ssa.Field: // of a copy
			if u, ok := at.X.Type().Underlying().(*types.Struct); ok {
				if f := of(u.Field(at.Field).Origin()); f != nil {
					f.unclear = true
				}
			}
		}
	}
	return all
}

// isOpenField reports whether other packages can name a field.
func isOpenField(pkg *code.Package, at *ssa.FieldAddr) bool {
	field := code.FieldOf(at)
	named, ok := types.Unalias(api.Deref(at.X.Type())).(*types.Named)
	return field.Exported() && pkg.Types.Name() != "main" && (!ok || named.Obj().Exported())
}

// isHome reports whether an address is that of the field.
func (f *fieldCourse) isHome(addr ssa.Value) bool {
	at, ok := addr.(*ssa.FieldAddr)
	return ok && code.FieldOf(at).Origin() == f.field
}

// objectIn returns the type of a pointer to what a reference of some type refers to; nil if it is
// none.
func objectIn(t types.Type) types.Type {
	if named, ok := types.Unalias(t).(*types.Named); ok && api.IsRef(t) && named.TypeArgs().Len() == 1 {
		return types.NewPointer(named.TypeArgs().At(0))
	}
	if _, ok := t.Underlying().(*types.Pointer); ok {
		return t
	}
	return nil
}

// protocolsOf has the protocols that are about the objects of a type, by that type. A package has many
// fields of few types, and some types have thousands of methods.
type protocolsOf map[types.Type][]*mistake.Protocol

// objects returns the protocols that are about objects to which there are pointers of a type.
func (known protocolsOf) objects(pointer types.Type) []*mistake.Protocol {
	if pointer == nil {
		return nil
	}
	of := types.Unalias(api.Deref(pointer))
	about, asked := known[of]
	if asked {
		return about
	}
	methods := slices.Collect(types.NewMethodSet(pointer).Methods())
	for _, p := range mistake.Protocols() {
		if slices.ContainsFunc(methods, func(m *types.Selection) bool {
			fn, ok := m.Obj().(*types.Func)
			return ok && p.Step(mistake.Call{Func: fn, Type: pointer}) == fate.Pending
		}) {
			about = append(about, p)
		}
	}
	known[of] = about
	return about
}

// field follows what is in a field through one of the places that take its address.
func (b *bodyStep) field(at *ssa.FieldAddr) {
	for _, use := range *at.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			b.follow(i, objectIn(i.Type()))
		case *ssa.Store:
			b.stored(i.Val)
		case ssa.CallInstruction: // Drop releases what is there
			if !code.Releases(i.Common()) {
				b.step = fate.Unknown
			}
			b.releases = append(b.releases, i)
		default:
			b.step = fate.Unknown
		}
	}
}

// stored follows what comes to the field. It must come from a call, of which nobody else has the
// result.
func (b *bodyStep) stored(v ssa.Value) {
	if code.IsZeroValue(v) {
		return
	}
	switch v.(type) {
	case *ssa.Call, *ssa.Extract, *ssa.TypeAssert:
		b.follow(v, objectIn(v.Type()))
	default:
		b.step = fate.Unknown
	}
}
