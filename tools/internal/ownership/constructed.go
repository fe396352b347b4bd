package ownership

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// This file is about the constructors that a package has for objects that count their own
// references. The table knows those called New…, wherever they are. One of the package
// itself may have any name: its body tells that the caller has the first reference.

// constructed gives the caller of such a constructor its reference, on the paths on which
// there is a new object.
func (x *explorer) constructed(all []result, s *site, fn *ssa.Function) []result {
	of := x.countsFirst(fn)
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
		id := x.Object(memory.Key{Found: made}, fate.Object{Family: of, Pos: x.acquiredAt(s), What: "the object"})
		x.Roles[made] = fate.Reference(id)
		r.st.SetFate(id, fate.Fate{Status: fate.Live, Count: 1})
	}
	return all
}

// countsFirst returns the family of the objects that a function makes with one reference,
// or nil.
func (c *checker) countsFirst(fn *ssa.Function) *api.Family {
	if fn == nil || fn.Signature.Results().Len() == 0 || !c.tracksType(fn.Signature.Results().At(0).Type()) || !c.pkg.MakesFirst(fn) {
		return nil
	}
	return c.table.Counting(fn.Signature.Results().At(0).Type())
}
