package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about fields that have something for a while only, such as the buffer of an encoder:
// who sets such a field reads it, or calls those that do, and nobody else does.

// A fieldUses is who sets a field, who reads it, and what was asked of that.
type fieldUses struct {
	setters, readers map[*ssa.Function]bool
	apart            map[*ssa.Function]bool // by the function that has the field set; see IsReadApart
}

// IsReadApart reports whether somebody reads a field who is not called by those that set it: what is
// left there is found later. top is a function that has it set. Those that lead to it may call everybody,
// and do not count.
func (p *Package) IsReadApart(field *types.Var, top *ssa.Function) bool {
	uses := p.usesOf(field.Origin())
	if uses == nil {
		return false
	}
	apart, known := uses.apart[top]
	if !known {
		apart = p.isReadApart(uses, top)
		uses.apart[top] = apart
	}
	return apart
}

// usesOf returns who sets a field and who reads it, or nil if nobody does.
func (p *Package) usesOf(field *types.Var) *fieldUses {
	if p.fieldUses == nil {
		p.fieldUses = map[*types.Var]*fieldUses{}
		for instr := range p.Instructions() {
			if at, ok := instr.(*ssa.FieldAddr); ok && at.Referrers() != nil {
				p.noteUses(at)
			}
		}
	}
	return p.fieldUses[field]
}

// noteUses notes what a function does to a field.
func (p *Package) noteUses(at *ssa.FieldAddr) {
	field := FieldOf(at).Origin()
	uses := p.fieldUses[field]
	if uses == nil {
		uses = &fieldUses{map[*ssa.Function]bool{}, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}}
		p.fieldUses[field] = uses
	}
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if c, ok := use.Val.(*ssa.Const); !ok || !c.IsNil() {
				uses.setters[at.Parent()] = true
			}
		default:
			uses.readers[at.Parent()] = true
		}
	}
}

func (p *Package) isReadApart(uses *fieldUses, top *ssa.Function) bool {
	leadsToTop, leadsToSetters := p.leadingTo(map[*ssa.Function]bool{top: true}), p.leadingTo(uses.setters)
	for reader := range uses.readers {
		if uses.setters[reader] || !p.isRun(reader) {
			continue
		}
		leadsToReader := p.leadingTo(map[*ssa.Function]bool{reader: true})
		isCalledWhereSet := func(fn *ssa.Function) bool {
			return leadsToReader[fn] && leadsToSetters[fn] && (fn == top || !leadsToTop[fn])
		}
		if !slices.ContainsFunc(p.Sources, isCalledWhereSet) {
			return true
		}
	}
	return false
}

// isRun reports whether the package calls a function, or gives it to somebody who may.
func (p *Package) isRun(fn *ssa.Function) bool {
	object, ok := fn.Object().(*types.Func)
	return !ok || len(p.Callers(object)) > 0 || len(p.callersThrough(object)) > 0 || p.IsValue(object)
}
