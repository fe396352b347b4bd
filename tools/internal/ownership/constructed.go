package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about the constructors that a package has for objects that count their own
// references. The table knows those called New…, wherever they are. One of the package
// itself may have any name: its body tells that the caller has the first reference.

// constructed gives the caller of such a constructor its reference, on the paths on which
// there is a new object.
func (x *explorer) constructed(all []result, s *site, fn *ssa.Function) []result {
	of := x.checker.countsFirst(fn)
	if of == nil {
		return all
	}
	for _, r := range all {
		made := r.value
		if parts, ok := x.Terms.Listed(made); ok && len(parts) > 0 {
			made = parts[0]
		}
		if _, known := x.Roles[made]; known || x.Terms.Node(made).Kind != term.Alloc {
			continue
		}
		id := x.Object(memory.Key{Found: made}, fate.Object{Family: of, Pos: x.where.acquiredAt(s), What: "the object"})
		x.Roles[made] = fate.Reference(id)
		r.st.SetFate(id, fate.Fate{Status: fate.Live, Count: 1})
		x.lendsFields(r.st, made, id, fn.Signature.Results().At(0).Type())
	}
	return all
}

// lendsFields ties the memory that a constructor has put into fields of a new object to the object, if it
// goes to another owner after the last release.
func (x *explorer) lendsFields(st *memory.State, made term.Term, id fate.ID, t types.Type) {
	of, ok := api.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for k := range of.NumFields() {
		v, stored := st.Cells[x.Terms.Field(made, k)]
		if _, known := x.Roles[v]; stored && !known && x.Terms.Node(v).Kind == term.Opaque && x.pkg.IsReused(of.Field(k)) {
			x.Roles[v] = fate.Alias(id)
		}
	}
}
